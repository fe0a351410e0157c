import { useTranslations } from "next-intl";
import { ObjectLink } from "@/components/console/object-link";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { AuditLine } from "@/lib/contracts/audit";

/** The log, newest first; what each line says beyond its columns unfolds in its place. */
export function AuditTable({ lines }: { lines: AuditLine[] }) {
  const t = useTranslations("audit");
  const nameAction = (action: string) => {
    const key = `action.${action.replace(".", "_")}`;
    return t.has(key as never) ? t(key as never) : action;
  };
  const nameKind = (type: string) => {
    const key = `object.${type}`;
    return t.has(key as never) ? t(key as never) : type;
  };
  return (
    <Table label={t("title")} className="min-w-[52rem]">
      <thead>
        <tr>
          <Th>{t("column.when")}</Th>
          <Th>{t("column.action")}</Th>
          <Th>{t("column.actor")}</Th>
          <Th>{t("column.object")}</Th>
          <Th>{t("column.outcome")}</Th>
          <Th className="text-right">{t("column.place")}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.audit_id} className="group hover:[&>*]:bg-wash">
            <RowHead className="min-w-36">
              <Time at={line.at} style="exact" />
            </RowHead>
            <Td className="min-w-56">
              <span className="text-14 font-medium">{nameAction(line.action)}</span>
              <details className="mt-0.5">
                <summary className="inline-block min-h-6 text-accent">{t("more")}</summary>
                <dl className="mt-1 grid gap-0.5 border-l-[3px] border-rule-strong pl-3 font-mono text-12">
                  {detailsOf(line).map(([name, value]) => (
                    <div key={name}>
                      <dt className="inline font-normal text-muted">{name} </dt>
                      <dd className="inline break-all">{value}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            </Td>
            <Td className="min-w-36">
              <span translate={line.actor.name ? "no" : undefined} className="block">
                {line.actor.name ?? t(`actorKind.${line.actor.kind}` as never)}
              </span>
              <span className="text-muted">{t(`via.${line.via}` as never)}</span>
            </Td>
            <Td className="min-w-44 max-w-72">
              <ObjectLink type={line.object.type} id={line.object.id} kind={nameKind(line.object.type)} />
            </Td>
            <Td className={line.outcome === "allowed" ? "" : "font-semibold text-danger"}>
              {t(`outcome.${line.outcome}` as never)}
            </Td>
            <Td className="figures text-right">
              {line.seq === null ? (
                <span className="text-muted">{t("waits")}</span>
              ) : (
                t("number", { value: line.seq })
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** As the log has it: names and codes of the record, in no language. */
function detailsOf(line: AuditLine): [name: string, value: string][] {
  return [
    ["action", line.action],
    ...Object.entries(line.details).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
    ["actor", `${line.actor.kind} ${line.actor.id}`],
    ["request", line.request_id],
    ["entry", line.audit_id],
    ...(line.hash ? [["hash", line.hash] as [string, string]] : []),
  ];
}
