import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { letGo, proposeHold, putInForce, takeBack } from "@/app/console/holds/actions";
import { HoldStamp } from "@/components/console/hold-stamp";
import { type HoldStep, HoldSteps } from "@/components/console/hold-steps";
import { PlaceHold } from "@/components/console/place-hold";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { Hold } from "@/lib/contracts/holds";
import { requirePage } from "@/lib/server/session";
import { listHolds } from "@/lib/services/hold/list-holds";

const ACTIONS = { approve: putInForce, decline: takeBack, takeBack, release: letGo, grant: letGo };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("holds");
  return { title: t("title") };
}

/** The next steps of this person; a step that another person has to take is told as such. */
function stepsOf(hold: Hold, me: string): { steps: HoldStep[]; needsAnother: boolean } {
  switch (hold.state) {
    case "proposed": {
      const own = hold.placed_by.id === me;
      return { steps: own ? ["takeBack"] : ["approve", "decline"], needsAnother: own };
    }
    case "active":
      return { steps: ["release"], needsAnother: false };
    case "releasing": {
      const own = hold.release_asked_by?.id === me;
      return { steps: own ? [] : ["grant"], needsAnother: own };
    }
    default:
      return { steps: [], needsAnother: false };
  }
}

export default async function HoldsPage() {
  const [{ ctx, person }, t] = await Promise.all([requirePage("console"), getTranslations("holds")]);
  const list = await listHolds({ ctx });
  const mayAct = person.roles.some((role) => role === "privacy_officer" || role === "admin");
  const me = ctx.principal.actor.id;
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <div className="mb-5">
        {mayAct ? <PlaceHold action={proposeHold} /> : <p className="text-14 text-muted">{t("mayNot")}</p>}
      </div>
      {list.items.length === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("empty")}</EmptyState>
      ) : (
        <>
          <p role="status" className="figures mb-2 text-13">
            {t("count", { count: list.total })}
          </p>
          <Table label={t("title")} className="min-w-[48rem]">
            <thead>
              <tr>
                <Th>{t("what")}</Th>
                <Th>{t("why")}</Th>
                <Th>{t("stateHead")}</Th>
                <Th>{t("since")}</Th>
                <Th className="text-right">{t("waiting")}</Th>
                <Th>
                  <span className="sr-only">{t("stepsHead")}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((hold) => (
                <tr key={hold.hold_id}>
                  <RowHead className="max-w-72 min-w-40">
                    <span className="block text-12 font-normal text-muted">
                      {t(hold.scope === null ? "kind.subject" : "kind.scope")}
                    </span>
                    <span translate="no" className="text-14 font-medium break-all">
                      {hold.scope ?? hold.subject}
                    </span>
                  </RowHead>
                  <Td>
                    {t(`reason.${hold.reason_code}`)}
                    {hold.reference ? (
                      <span translate="no" className="block text-12 text-muted">
                        {hold.reference}
                      </span>
                    ) : null}
                  </Td>
                  <Td>
                    <HoldStamp state={hold.state} />
                  </Td>
                  <Td>
                    <ol className="grid gap-0.5 text-13">
                      {[
                        { key: "proposedBy", by: hold.placed_by, at: hold.placed_at },
                        {
                          key: hold.state === "declined" ? "declinedBy" : "placedBy",
                          by: hold.decided_by,
                          at: hold.decided_at,
                        },
                        { key: "releaseAskedBy", by: hold.release_asked_by, at: hold.release_asked_at },
                        { key: "releasedBy", by: hold.released_by, at: hold.released_at },
                      ].map(({ key, by, at }) =>
                        by && at ? (
                          <li key={key}>
                            {t.rich(`by.${key}` as "by.placedBy", {
                              name: by.name ?? by.id,
                              who: (name) => <span translate="no">{name}</span>,
                              when: () => <Time at={at} style="minute" />,
                            })}
                          </li>
                        ) : null,
                      )}
                    </ol>
                  </Td>
                  <Td className="figures text-right">
                    {hold.waiting > 0 ? (
                      <Link href="/console/deletions?status=requested" className="ink-link">
                        {t("number", { value: hold.waiting })}
                      </Link>
                    ) : (
                      <span className="text-muted">{t("number", { value: 0 })}</span>
                    )}
                  </Td>
                  <Td className="text-right">
                    {mayAct ? (
                      <HoldSteps
                        id={hold.hold_id}
                        label={hold.scope ?? hold.subject ?? ""}
                        actions={ACTIONS}
                        {...stepsOf(hold, me)}
                      />
                    ) : null}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </>
  );
}
