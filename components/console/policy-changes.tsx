import { useTranslations } from "next-intl";
import { toMessageKey } from "@/components/console/policy-fields";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import type { PolicyDifference } from "@/lib/contracts/policies";

/** Value by value: what it was and what it becomes. Names of values are those of the JSON. */
export function PolicyChanges({ changes }: { changes: PolicyDifference["changes"] }) {
  const t = useTranslations("policies");
  if (changes.length === 0) return <p className="text-14 text-muted">{t("noChanges")}</p>;
  return (
    <Table label={t("changes", { count: changes.length })}>
      <thead>
        <tr>
          <Th>{t("value")}</Th>
          <Th>{t("before")}</Th>
          <Th>{t("after")}</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => {
          const key = `field.${toMessageKey(path)}`;
          return (
            <tr key={path}>
              <RowHead className="max-w-72">
                {t.has(key as never) ? <span className="block text-14">{t(key as never)}</span> : null}
                <code className="font-mono text-12 break-all text-muted">{path}</code>
              </RowHead>
              <Td className="max-w-64">
                <del className="font-mono text-12 break-all text-muted no-underline">
                  {JSON.stringify(before)}
                </del>
              </Td>
              <Td className="max-w-64">
                <ins className="font-mono text-12 font-semibold break-all no-underline">
                  {JSON.stringify(after)}
                </ins>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
