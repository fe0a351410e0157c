import type { Rule } from "@/lib/tooling/rule";
import { actionsUseTheWrapper } from "@/lib/tooling/rules/actions-use-the-wrapper";
import { changesAreAudited } from "@/lib/tooling/rules/changes-are-audited";
import { engineIsDeterministic } from "@/lib/tooling/rules/engine-is-deterministic";
import { environmentReadInPlatform } from "@/lib/tooling/rules/environment-read-in-platform";
import { filesAreNamedPlainly } from "@/lib/tooling/rules/files-are-named-plainly";
import { filesAreShort } from "@/lib/tooling/rules/files-are-short";
import { lifecycleIsDocumented } from "@/lib/tooling/rules/lifecycle-is-documented";
import { messagesMatch } from "@/lib/tooling/rules/messages-match";
import { namesNoMachine } from "@/lib/tooling/rules/names-no-machine";
import { nothingIsUnfinished } from "@/lib/tooling/rules/nothing-is-unfinished";
import { rawSqlIsListed } from "@/lib/tooling/rules/raw-sql-is-listed";
import { routesUseTheWrapper } from "@/lib/tooling/rules/routes-use-the-wrapper";
import { servicesAuthorise } from "@/lib/tooling/rules/services-authorise";
import { sqlOnlyInStore } from "@/lib/tooling/rules/sql-only-in-store";
import { storeKnowsItsTenant } from "@/lib/tooling/rules/store-knows-its-tenant";

/** Every rule of ours that `npm test` enforces. */
export const ALL_RULES: readonly Rule[] = [
  actionsUseTheWrapper,
  changesAreAudited,
  engineIsDeterministic,
  environmentReadInPlatform,
  filesAreNamedPlainly,
  filesAreShort,
  lifecycleIsDocumented,
  messagesMatch,
  namesNoMachine,
  nothingIsUnfinished,
  rawSqlIsListed,
  routesUseTheWrapper,
  servicesAuthorise,
  sqlOnlyInStore,
  storeKnowsItsTenant,
];
