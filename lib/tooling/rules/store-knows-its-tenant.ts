import ts from "typescript";
import { findingAt, isTest, listExportedValues, parseSource, walk } from "@/lib/tooling/parse-source";
import type { RepositoryFile, Rule } from "@/lib/tooling/rule";

/** Store functions that serve no single tenant, and why. */
const NO_TENANT: Record<string, string> = {
  "lib/store/channel.ts#bindChannel":
    "sends nothing: puts the wire where the transaction's statements find it",
  "lib/store/channel.ts#channelOf": "sends nothing: hands out what rides on the transaction",
  "lib/store/backup/backup-records.ts#listBackups": "global: belongs to the installation",
  "lib/store/backup/backup-records.ts#lockBackups": "global: belongs to the installation",
  "lib/store/backup/backup-records.ts#writeBackups": "global: belongs to the installation",
  "lib/store/backup/backup-records.ts#writeSetting": "global: belongs to the installation",
  "lib/store/backup/copy-rows.ts#beginSnapshot": "sets how this transaction reads",
  "lib/store/backup/copy-rows.ts#listAllTenants": "global: the list of tenants",
  "lib/store/backup/list-tables.ts#listTables": "reads the catalogue",
  "lib/store/backup/load-rows.ts#clearTables": "a restore replaces the whole installation",
  "lib/store/backup/load-rows.ts#isUnused": "asks whether there is any tenant",
  "lib/store/backup/load-rows.ts#loadRows":
    "the rows themselves name their tenant, and row-level security checks it",
  "lib/store/migrate.ts#listAppliedMigrations": "global: the schema",
  "lib/store/migrate.ts#writeCheckpoint": "global: the files of the database",
  "lib/store/enter-role.ts#readRoleStatus": "asks the connection about itself",
  "lib/store/erasure/files-state.ts#findFilesState": "global: the files of the database",
  "lib/store/erasure/probe-surroundings.ts#readReplicaPositions": "asks the server about its replicas",
  "lib/store/hold-rows.ts#startFactChange":
    "sends rows that are held already, with the tenant they were held for",
  "lib/store/look-ahead.ts#aheadOf": "sends nothing: hands out what rides on the transaction",
  "lib/store/memory/compose-memory.ts#composeMemory": "sends nothing: tells a row as it is written",
  "lib/store/principals/agents.ts#findTenantOfKey": "finds the tenant: runs before one is known",
  "lib/store/principals/users.ts#findSignIns": "finds the tenants: runs before one is known",
  "lib/store/principals/instance-settings.ts#findSetting": "global: belongs to the installation",
  "lib/store/principals/instance-settings.ts#insertSetting": "global: belongs to the installation",
  "lib/store/principals/tenants.ts#findTenant": "global: the list of tenants",
  "lib/store/principals/tenants.ts#listTenants": "global: the list of tenants",
  "lib/store/rows.ts#queryRows": "runs the statement it is given",
  "lib/store/sealing/bind-cipher.ts#cipherOf": "reads no row: hands out what rides on the transaction",
  "lib/store/sealing/bind-cipher.ts#findCipher": "reads no row: hands out what rides on the transaction",
};

/** Where a tenant can come in: by its id, with the call or its principal, or in the row that is inserted. */
const CARRIES_TENANT = /\b(?:tenantId|tenant_id|CallContext|Principal)\b|\$infer(?:Insert|Select)\b/;

/** Names of types of ours that hold a tenant's id, so that a row or a key that is passed in counts. */
function listCarryingTypes(files: readonly RepositoryFile[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    for (const node of parseSource(file).statements) {
      const declares = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
      if (declares && CARRIES_TENANT.test(node.getText())) names.add(node.name.text);
    }
  }
  return names;
}

function namesOneOf(node: ts.Node, types: Set<string>): boolean {
  let found = false;
  walk(node, (inner) => {
    if (ts.isTypeReferenceNode(inner) && types.has(inner.typeName.getText())) found = true;
  });
  return found;
}

/** Row-level security would hide other tenants' rows; a distributed database also has to be told where to look. */
export const storeKnowsItsTenant: Rule = {
  name: "store-knows-its-tenant",
  instead:
    "Take a tenantId, a call or a principal and name tenant_id in every statement, or list the function in NO_TENANT with the reason.",
  check: (files) => {
    const types = listCarryingTypes(files.filter(({ path }) => /^lib\/.*\.ts$/.test(path)));
    return files
      .filter(
        ({ path }) =>
          /^lib\/store\/.*\.ts$/.test(path) && !path.startsWith("lib/store/schema/") && !isTest(path),
      )
      .flatMap((file) =>
        listExportedValues(parseSource(file)).flatMap(({ name, node, value }) => {
          if (!value || !(ts.isFunctionDeclaration(value) || ts.isArrowFunction(value))) return [];
          const takesTx = value.parameters.some((parameter) => parameter.type?.getText() === "Tx");
          if (!takesTx || `${file.path}#${name}` in NO_TENANT) return [];
          const carried = value.parameters.some(
            (parameter) => CARRIES_TENANT.test(parameter.getText()) || namesOneOf(parameter, types),
          );
          return carried ? [] : [findingAt(file, node, `${name} is not told whose rows it works on`)];
        }),
      );
  },
};
