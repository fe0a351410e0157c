import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import { EngineError } from "@/lib/engine/errors";
import { concernedBy } from "@/lib/engine/model/concerned";
import type { CallContext } from "@/lib/engine/model/context";
import type { PersonalDataKind } from "@/lib/contracts/personal-data";
import { redactPersonalData } from "@/lib/engine/policy/personal-data/redact-personal-data";
import { maskSecrets, maskSecretsIn } from "@/lib/engine/policy/detect-secrets";
import { findPersonalData } from "@/lib/engine/policy/personal-data/find-personal-data";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Lineage } from "@/lib/engine/policy/bound-by-lineage";
import { canonicalJson, sha256Hex } from "@/lib/platform/hashing";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertEventInputs } from "@/lib/store/review/read-lineage";
import { insertEvent } from "@/lib/store/ledger/insert-event";

export interface ObservedEvent {
  eventId: string;
  duplicate: boolean;
  /** A duplicate whose payload was erased since: nothing may be made of it again. */
  erased: boolean;
  occurredAt: Date;
  /** True when the caller said when it happened. */
  occurredAtNamed: boolean;
  sourceType: SourceType;
  claimedSourceType: SourceType | null;
  /** Content and episode as stored: masked. */
  content: unknown;
  episode: unknown;
  secretKinds: string[];
  /** Where it came from, as its writer said. */
  sourceRef: string | null;
  sourceUri: string | null;
  /** Kinds of personal data that were taken out of its words. */
  personalDataKinds: PersonalDataKind[];
  /** The least of what it was made from; null when nothing was named. */
  lineage: Lineage | null;
}

export interface ObserveOptions {
  /** What happens to content of high sensitivity: encrypted, or withheld; null when there is none. */
  high?: "encrypt" | "deny" | null;
  /** What the policy lets stay; what it does not name is taken out. */
  personalData?: Readonly<Partial<Record<PersonalDataKind, "allow" | "redact">>>;
  lineage?: Lineage | null;
}

/** An address is looked at as it reads: %20 and its like hide a secret from whoever looks at the letters alone. */
function readableAddress(uri: string | undefined): string | null {
  if (uri === undefined) return null;
  let plain = uri;
  try {
    plain = decodeURIComponent(uri.replace(/\+/g, " "));
  } catch {
    return uri;
  }
  const found = plain !== uri && (maskSecrets(plain).kinds.length > 0 || findPersonalData(plain).length > 0);
  return found ? plain : uri;
}

/**
 * Appends what happened, durable before anything is inferred from it. Secrets are masked first: a ledger that cannot
 * be rewritten must never hold one. Personal data goes the same way, as far as the policy says. The envelope commits to the payload by a salted digest, so that erasing payload
 * and salt leaves a chain that still verifies and says nothing.
 */
export async function observeEvent(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  event: EventInput,
  allowed: { sourceType: SourceType; claimed: SourceType | null },
  { high = null, personalData = {}, lineage = null }: ObserveOptions = {},
): Promise<ObservedEvent> {
  const { tenantId, actor } = call.principal;
  const masked = maskSecretsIn({
    content: high === "deny" ? "[withheld: high sensitivity]" : event.content,
    ref: event.source.ref ?? null,
    uri: readableAddress(event.source.uri),
    episode: event.episode ?? null,
  });
  const redacted = redactPersonalData(masked.value, (kind) => personalData[kind] === "allow");
  if (!redacted.complete) {
    throw new EngineError(
      "meaningless",
      "Personal data could not be taken out completely. Nothing was stored.",
    );
  }
  const clean = redacted.value as {
    content: unknown;
    ref: string | null;
    uri: string | null;
    episode: unknown;
  };
  const salt = ports.randomBytes(16);
  const now = ports.clock.now();
  const payload = {
    content: clean.content,
    subject: event.subject ?? null,
    sessionId: event.session_id ?? null,
    sourceRef: clean.ref,
    sourceUri: clean.uri,
    language: event.language ?? null,
    episode: clean.episode,
  };
  const eventId = ports.newId("evt");
  const occurredAt = event.occurred_at ? new Date(event.occurred_at) : now;
  const digest = sha256Hex(salt, canonicalJson(payload));
  const result = await insertEvent(
    tx,
    {
      tenantId,
      eventId,
      type: event.type,
      scope: event.scope,
      actorKind: event.actor,
      sourceType: allowed.sourceType,
      claimedSourceType: allowed.claimed,
      writerKind: actor.kind,
      writerId: actor.id,
      occurredAt,
      recordedAt: now,
      digest,
      dedupeDigest: event.idempotency_key
        ? ports.keys.digest(tenantId, "dedupe", actor.id, event.idempotency_key)
        : null,
    },
    { tenantId, eventId, salt, ...payload },
    high === "encrypt" ? concernedBy({ scope: event.scope, subject: event.subject ?? null }) : null,
  );
  const { earlier } = result;
  if (earlier && sha256Hex(earlier.salt, canonicalJson(payload)) !== earlier.digest) {
    throw new EngineError(
      "idempotency_mismatch",
      "Another event was recorded under this idempotency_key. Nothing was stored: give each event a key of its own.",
    );
  }
  if (!result.duplicate) {
    await insertEventInputs(tx, tenantId, eventId, lineage?.eventIds ?? []);
    await appendAudit(tx, call, {
      auditId: ports.newId("aud"),
      at: now,
      action: "event.recorded",
      objectType: "event",
      objectId: eventId,
      details: {
        digest,
        source_type: allowed.sourceType,
        secrets_masked: masked.kinds.length,
        personal_data: redacted.kinds,
      },
    });
  }
  return {
    eventId: result.eventId,
    duplicate: result.duplicate,
    erased: result.erased,
    occurredAt,
    occurredAtNamed: event.occurred_at !== undefined,
    sourceType: allowed.sourceType,
    claimedSourceType: allowed.claimed,
    content: clean.content,
    episode: clean.episode,
    secretKinds: masked.kinds,
    sourceRef: clean.ref,
    sourceUri: clean.uri,
    personalDataKinds: redacted.kinds,
    lineage,
  };
}
