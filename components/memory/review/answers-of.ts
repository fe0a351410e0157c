import type { ActionResult, Action } from "@/components/ui/use-action";
import type { ReviewItem } from "@/lib/contracts/pages";

export interface ReviewActions {
  answerGuess: Action<
    { memory_id: string; expected_state_revision: number; answer: "keep" | "not_true" },
    { state_revision: number }
  >;
  undoAnswer: Action<{ memory_id: string; answer: "keep" | "not_true" }, { state_revision: number }>;
  answerProposal: Action<{ id: string; expected_revision: number; allow: boolean }, unknown>;
  answerPair: Action<{ id: string; same: boolean; keep?: string }, unknown>;
  answerConflict: Action<
    { id: string; expected_revision: number; keep: "incumbent" | "challenger" | "neither" },
    unknown
  >;
}

export interface PossibleAnswer {
  /** Names its words: `review_me.answer.<code>`. */
  code: string;
  run: () => Promise<ActionResult<unknown>>;
  undo: (() => Promise<ActionResult<unknown>>) | null;
}

/** What can be said of a card, in the order of its keys. Each is one call of the server. */
export function answersOf(
  item: ReviewItem,
  actions: ReviewActions,
  /** What the server last said of a memory's state, where an undo has moved it. */
  revisions: Map<string, number>,
): PossibleAnswer[] {
  switch (item.kind) {
    case "guess":
      return (["keep", "not_true"] as const).map((answer) => ({
        code: answer,
        run: async () => {
          const { memory } = item;
          const expected_state_revision = revisions.get(item.id) ?? memory.state_revision;
          return actions.answerGuess({ memory_id: memory.memory_id, expected_state_revision, answer });
        },
        undo: async () => {
          const result = await actions.undoAnswer({ memory_id: item.id, answer });
          if (result.ok) revisions.set(item.id, result.data.state_revision);
          return result;
        },
      }));
    case "proposal":
      return [true, false].map((allow) => ({
        code: allow ? "allow" : "refuse",
        run: () => actions.answerProposal({ id: item.id, expected_revision: item.approval.revision, allow }),
        undo: null,
      }));
    case "pair":
      return [
        { code: "same", run: () => actions.answerPair({ id: item.id, same: true }), undo: null },
        { code: "both", run: () => actions.answerPair({ id: item.id, same: false }), undo: null },
      ];
    case "conflict":
      return (["incumbent", "challenger", "neither"] as const).map((keep) => ({
        code: keep,
        run: () => actions.answerConflict({ id: item.id, expected_revision: item.conflict.revision, keep }),
        undo: null,
      }));
  }
}
