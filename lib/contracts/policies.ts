import { z } from "zod";
import { cursor, instant, pageOf, queryInteger } from "@/lib/contracts/common";
import { tenantRef } from "@/lib/contracts/principals";

/**
 * What a tenant decides, as far as it differs from the defaults: `write`, `retrieval` and `lifecycle` with the names of the defaults
 * (lib/engine/policy). Every name, type and bound is checked when it is published.
 */
export const policyBody = z.strictObject({
  write: z.record(z.string().max(60), z.json()).optional(),
  retrieval: z.record(z.string().max(60), z.json()).optional(),
  lifecycle: z.record(z.string().max(60), z.json()).optional(),
});
export type PolicyBody = z.infer<typeof policyBody>;

export const policyVersion = z.object({
  version: z.number().int(),
  body: policyBody,
  reason: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: instant.nullable(),
  in_force: z.boolean(),
});
export type PolicyVersion = z.infer<typeof policyVersion>;
export const policyDetail = policyVersion.extend({
  /** Defaults and this version's own values together: what decisions were taken under. */
  effective: z.object({
    write: z.record(z.string(), z.json()),
    retrieval: z.record(z.string(), z.json()),
    lifecycle: z.record(z.string(), z.json()),
  }),
});
export type PolicyDetail = z.infer<typeof policyDetail>;
export const policyPage = pageOf(policyVersion);

const reason = z.string().trim().min(3).max(500);
const expectedVersion = z.number().int().min(0);
export const publishPolicyInput = z.strictObject({
  tenant: tenantRef,
  body: policyBody,
  reason,
  /** The version this was written against; 0 for the defaults. Another one in force means 409. */
  expected_version: expectedVersion,
});
export type PublishPolicyInput = z.infer<typeof publishPolicyInput>;
export const rollBackPolicyInput = z.strictObject({
  tenant: tenantRef,
  /** Whose values come into force again, as a new version; 0 for the defaults. */
  to_version: expectedVersion,
  reason,
  expected_version: expectedVersion,
});
export type RollBackPolicyInput = z.infer<typeof rollBackPolicyInput>;

export const policyQuery = z.strictObject({ tenant: tenantRef });
export const listPoliciesQuery = z.strictObject({
  tenant: tenantRef,
  cursor: cursor.optional(),
  limit: queryInteger(1, 200).optional(),
});
export const comparePoliciesQuery = z.strictObject({
  tenant: tenantRef,
  from: queryInteger(0, 1_000_000),
  to: queryInteger(0, 1_000_000),
});
export const policyDifference = z.object({
  from: z.number().int(),
  to: z.number().int(),
  changes: z.array(z.object({ path: z.string(), before: z.json(), after: z.json() })),
});
export type PolicyDifference = z.infer<typeof policyDifference>;
export const versionParam = z.string().regex(/^(?:0|[1-9]\d{0,6})$/);

/** What a draft would be: whether it may be in force, and where it differs from what is. */
export interface PolicyPreview {
  in_force: number;
  problems: { path: string; message: string }[];
  changes: PolicyDifference["changes"];
}

/** A draft tried on what was asked lately: where agents would be given something else than under what is in force. */
export interface PolicyTrial {
  tried: number;
  /** Could not be asked again: erased words, or a part that a high-risk answer needs is down. */
  skipped: number;
  changed: {
    retrieval_id: string;
    at: string;
    actor: { kind: string; id: string; name: string | null };
    /** Memories by their ids. */
    entered: string[];
    left: string[];
    tokens: { before: number; after: number };
  }[];
}
