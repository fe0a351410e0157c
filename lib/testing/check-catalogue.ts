import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Tables without a tenant, and why each may be so. Every other table must carry the whole guard. */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  tenants: "names the organisations; holds nothing that is remembered",
  instance_settings: "facts of the installation, such as the digest of the admin key",
  sign_in_directory: "keyed digests of e-mails; read by find_sign_in alone, before a tenant is known",
  key_directory: "ids of keys; read by find_agent_key alone, before a tenant is known",
  keepsake_migrations: "which migrations ran; the restricted role has no right on it",
};
const GLOBAL_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["INSERT", "SELECT"],
  instance_settings: ["INSERT", "SELECT", "UPDATE"],
  sign_in_directory: ["INSERT"],
  key_directory: ["INSERT"],
  keepsake_migrations: [],
};
export const APPEND_ONLY_TABLES = [
  "audit_chain",
  "audit_log",
  "events",
  "gate_decisions",
  "policies",
] as const;
const DEFINER_FUNCTIONS = ["find_agent_key", "find_sign_in"];
const POLICY = "(tenant_id = NULLIF(current_setting('app.tenant_id'::text, true), ''::text))";
const APP = "keepsake_app";

/** Everything of ours in the schema, without what an extension brought. */
const OURS = sql`c.relnamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** What of the guard between tenants is missing, one sentence each; empty when it stands. */
export async function checkCatalogue(tx: Tx): Promise<string[]> {
  const problems = [
    ...(await checkTables(tx)),
    ...(await checkConstraints(tx)),
    ...(await checkRights(tx)),
    ...(await checkAppendOnly(tx)),
    ...(await checkRole(tx)),
    ...(await checkFunctionsAndViews(tx)),
  ];
  return problems.sort();
}

async function checkTables(tx: Tx): Promise<string[]> {
  const tables = await queryRows<{
    name: string;
    guarded: boolean;
    forced: boolean;
    policies: string[] | null;
    tenant: string | null;
    generated: string[] | null;
  }>(
    tx,
    sql`select c.relname as name, c.relrowsecurity as guarded, c.relforcerowsecurity as forced,
      (select json_agg(concat_ws(' | ', p.polcmd, p.polpermissive, p.polroles::text,
          pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)))
        from pg_policy p where p.polrelid = c.oid) as policies,
      (select format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then '' else ' null' end
        from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as tenant,
      (select json_agg(a.attname) from pg_attribute a left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0
          and (a.attidentity <> '' or pg_get_expr(f.adbin, f.adrelid) like 'nextval%')) as generated
      from pg_class c where ${OURS} and c.relkind in ('r', 'p') order by 1`,
  );
  return tables.flatMap((table) => {
    const problems = (table.generated ?? []).map((column) => `${table.name}.${column} counts across tenants`);
    if (table.name in GLOBAL_TABLES) return problems;
    if (table.tenant !== "text")
      problems.push(`${table.name} has no tenant_id text not null, and is not listed as global`);
    if (!table.guarded) problems.push(`${table.name} has no row-level security`);
    if (!table.forced) problems.push(`${table.name} does not force row-level security on its owner`);
    const [policy, ...more] = table.policies ?? [];
    if (policy !== `* | t | {0} | ${POLICY} | ${POLICY}` || more.length > 0) {
      problems.push(`${table.name} has not exactly the one policy of every tenant table`);
    }
    return problems;
  });
}

async function checkConstraints(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ name: string; item: string; problem: string }>(
    tx,
    sql`select c.relname as name, k.conname as item, 'does not begin with tenant_id' as problem
        from pg_constraint k join pg_class c on c.oid = k.conrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where ${OURS} and k.contype in ('p', 'u', 'x', 'f') and a.attname <> 'tenant_id'
      union all
      select c.relname, k.conname, 'points at something else than a tenant_id first'
        from pg_constraint k join pg_class c on c.oid = k.conrelid
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = k.confkey[1]
        where ${OURS} and k.contype = 'f' and a.attname <> 'tenant_id'
      union all
      select c.relname, k.conname, 'sets columns to null or default when its target goes'
        from pg_constraint k join pg_class c on c.oid = k.conrelid
        where ${OURS} and k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd'))
      union all
      select c.relname, i.relname, 'is unique across tenants'
        from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
        where ${OURS} and x.indisunique and a.attname is distinct from 'tenant_id'
      union all
      select c.relname, 'its key', 'is missing'
        from pg_class c where ${OURS} and c.relkind in ('r', 'p')
          and not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
      union all
      select 'memory_periods', 'memory_periods_one_holder', 'is missing or says something else'
        where not exists (select 1 from pg_constraint k where k.conrelid = 'memory_periods'::regclass
          and k.conname = 'memory_periods_one_holder' and k.contype = 'x' and k.convalidated
          and pg_get_constraintdef(k.oid) =
            'EXCLUDE USING gist (tenant_id WITH =, fact_id WITH =, valid WITH &&, known WITH &&) WHERE (single)')`,
  );
  return rows
    .filter((row) => !(row.name in GLOBAL_TABLES))
    .map((row) => `${row.item} of ${row.name} ${row.problem}`);
}

async function checkRights(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ name: string; kind: string; grantee: string; rights: string[] }>(
    tx,
    sql`select c.relname as name, c.relkind::text as kind, g.grantee::regrole::text as grantee,
        json_agg(g.privilege_type order by g.privilege_type) as rights
      from pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) g
      where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and g.grantee <> c.relowner group by 1, 2, 3`,
  );
  const problems = rows.flatMap(({ name, grantee, rights }) => {
    if (grantee === "-") return [`${name} is open to PUBLIC`];
    if (grantee !== APP) return [];
    const allowed = GLOBAL_RIGHTS[name] ?? ["DELETE", "INSERT", "SELECT"];
    return rights
      .filter((right) => !allowed.includes(right))
      .map((right) => `the restricted role may ${right} on all of ${name}`);
  });
  const [schema] = await queryRows<{ rights: string[] | null }>(
    tx,
    sql`select json_agg(coalesce(nullif(g.grantee::regrole::text, '-'), 'PUBLIC') || ' ' || g.privilege_type) as rights
      from pg_namespace n, aclexplode(n.nspacl) g where n.nspname = 'public' and g.grantee <> n.nspowner
        and not (g.grantee::regrole::text = ${APP} and g.privilege_type = 'USAGE')
        and (g.grantee = 0 or g.grantee::regrole::text = ${APP})`,
  );
  return [...problems, ...(schema?.rights ?? []).map((right) => `schema public grants ${right}`)];
}

async function checkAppendOnly(tx: Tx): Promise<string[]> {
  const problems: string[] = [];
  for (const table of APPEND_ONLY_TABLES) {
    const [seen] = await queryRows<{ change: boolean; row_trigger: boolean; truncate_trigger: boolean }>(
      tx,
      sql`select has_any_column_privilege(${APP}, ${table}::text::regclass, 'UPDATE')
          or has_table_privilege(${APP}, ${table}::text::regclass, 'DELETE')
          or has_table_privilege(${APP}, ${table}::text::regclass, 'TRUNCATE') as change,
        exists (select 1 from pg_trigger t where t.tgrelid = ${table}::text::regclass and t.tgenabled in ('O', 'A')
          and t.tgtype & 27 = 27 and t.tgfoid = 'refuse_change'::regproc) as row_trigger,
        exists (select 1 from pg_trigger t where t.tgrelid = ${table}::text::regclass and t.tgenabled in ('O', 'A')
          and t.tgtype & 34 = 34 and t.tgfoid = 'refuse_change'::regproc) as truncate_trigger`,
    );
    if (seen?.change !== false) problems.push(`the restricted role may change rows of ${table}`);
    if (!seen?.row_trigger) problems.push(`${table} has no trigger that refuses UPDATE and DELETE`);
    if (!seen?.truncate_trigger) problems.push(`${table} has no trigger that refuses TRUNCATE`);
  }
  const [periods] = await queryRows<{ there: boolean }>(
    tx,
    sql`select exists (select 1 from pg_trigger where tgrelid = 'memory_periods'::regclass and tgenabled in ('O', 'A')
      and tgtype & 19 = 19 and tgfoid = 'close_period_once'::regproc) as there`,
  );
  if (!periods?.there) problems.push("memory_periods has no trigger that lets a period close only once");
  return problems;
}

async function checkRole(tx: Tx): Promise<string[]> {
  const [role] = await queryRows<{ powers: string[]; owns: string[] | null; member: string[] | null }>(
    tx,
    sql`select array_to_json(array_remove(array[
        case when r.rolsuper then 'is a superuser' end, case when r.rolbypassrls then 'bypasses row-level security' end,
        case when r.rolcreaterole then 'may create roles' end, case when r.rolcreatedb then 'may create databases' end,
        case when r.rolreplication then 'may replicate' end], null)) as powers,
      (select json_agg(c.relname) from pg_class c where c.relowner = r.oid) as owns,
      (select json_agg(m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid) as member
      from pg_roles r where r.rolname = ${APP}`,
  );
  if (!role) return ["there is no restricted role"];
  return [
    ...role.powers.map((power) => `the restricted role ${power}`),
    ...(role.owns ?? []).map((name) => `the restricted role owns ${name}`),
    ...(role.member ?? []).map((name) => `the restricted role is a member of ${name}`),
  ];
}

async function checkFunctionsAndViews(tx: Tx): Promise<string[]> {
  const views = await queryRows<{ name: string; kind: string; invoker: boolean }>(
    tx,
    sql`select c.relname as name, c.relkind::text as kind,
        coalesce(c.reloptions @> array['security_invoker=true'] or c.reloptions @> array['security_invoker=on'], false) as invoker
      from pg_class c where ${OURS} and c.relkind in ('v', 'm')`,
  );
  const problems = views
    .filter((view) => view.kind === "m" || !view.invoker)
    .map((view) =>
      view.kind === "m"
        ? `${view.name} is a materialised view: it has no policies`
        : `${view.name} runs with its owner's rights`,
    );
  const functions = await queryRows<{ name: string; config: string[] | null; open: boolean }>(
    tx,
    sql`select p.proname as name, array_to_json(p.proconfig) as config,
        exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as open
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  );
  for (const { name, config, open } of functions) {
    if (!DEFINER_FUNCTIONS.includes(name))
      problems.push(`${name} runs with its owner's rights and is not one of the two look-ups`);
    if (config?.length !== 1 || config[0] !== "search_path=public, pg_temp")
      problems.push(`${name} does not fix its search path`);
    if (open) problems.push(`${name} is open to PUBLIC`);
  }
  for (const name of DEFINER_FUNCTIONS) {
    if (functions.filter((item) => item.name === name).length !== 1)
      problems.push(`${name} is not there exactly once`);
  }
  return problems;
}
