// A model from a folder on a thread of its own: an ONNX file and its tokenizer, as sentence encoders are published.
// Plain JavaScript, as for the offline model.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";

/** No model of this kind was trained on more; longer texts cost the square of their length. */
const MOST_PIECES = 512;
/** @type {{ folder: string, file: string }} */
const { folder, file } = workerData;

/** @param {string} name @returns {Promise<Record<string, unknown>>} what a file of the folder says; empty without one */
async function readSettings(name) {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
}

/** @returns {Promise<(texts: string[]) => Promise<Float32Array>>} */
async function openModel() {
  const { InferenceSession, Tensor } = (await import("onnxruntime-node")).default;
  const [tokenizerFile, tokenizerConfig, pooling, encoder] = await Promise.all(
    ["tokenizer.json", "tokenizer_config.json", "1_Pooling/config.json", "sentence_bert_config.json"].map(
      readSettings,
    ),
  );
  const tokenizer = new Tokenizer(tokenizerFile, tokenizerConfig);
  const longest = Math.min(
    MOST_PIECES,
    Number(encoder?.max_seq_length ?? MOST_PIECES),
    Number(tokenizerConfig?.model_max_length ?? MOST_PIECES),
  );
  const byFirst = pooling?.pooling_mode_cls_token === true;
  const session = await InferenceSession.create(join(folder, file), {
    intraOpNumThreads: Math.max(1, Math.min(4, availableParallelism() >> 1)),
    interOpNumThreads: 1,
  });

  return async (texts) => {
    const rows = texts.map((text) => cutToLength(tokenizer.encode(text).ids, longest));
    const width = Math.max(1, ...rows.map(({ length }) => length));
    const dims = [rows.length, width];
    const ids = new BigInt64Array(rows.length * width);
    const mask = new BigInt64Array(ids.length);
    rows.forEach((row, r) => {
      row.forEach((id, at) => {
        ids[r * width + at] = BigInt(id);
        mask[r * width + at] = 1n;
      });
    });
    /** @type {Record<string, InstanceType<typeof Tensor>>} */
    const inputs = {};
    for (const name of session.inputNames) {
      const data =
        name === "input_ids" ? ids : name === "attention_mask" ? mask : new BigInt64Array(ids.length);
      inputs[name] = new Tensor("int64", data, dims);
    }
    const outputs = await session.run(inputs);
    const whole = outputs.sentence_embedding ?? outputs.pooler_sentence_embedding;
    if (whole) return /** @type {Float32Array} */ (whole.data);
    const states = outputs.last_hidden_state ?? outputs[session.outputNames[0] ?? ""];
    if (!states) throw new Error("the model gave nothing");
    const data = /** @type {Float32Array} */ (states.data);
    if (states.dims.length === 2) return data;
    return poolStates(data, mask, rows.length, width, states.dims[2] ?? 0, byFirst);
  };
}

/** A text that is cut keeps its last piece, which ends it for the model. @param {number[]} ids @param {number} longest */
function cutToLength(ids, longest) {
  return ids.length <= longest ? ids : [...ids.slice(0, longest - 1), ids.at(-1) ?? 0];
}

/**
 * From a vector for each piece to one for each text: the first one's, or the mean.
 * @param {Float32Array} states @param {BigInt64Array} mask @param {number} texts @param {number} width
 * @param {number} dimensions @param {boolean} byFirst
 */
function poolStates(states, mask, texts, width, dimensions, byFirst) {
  const pooled = new Float32Array(texts * dimensions);
  for (let row = 0; row < texts; row++) {
    for (let at = 0; at < (byFirst ? 1 : width); at++) {
      if (mask[row * width + at] === 0n) continue;
      const from = (row * width + at) * dimensions;
      for (let d = 0; d < dimensions; d++) pooled[row * dimensions + d] += states[from + d] ?? 0;
    }
  }
  // The sum will do: lengths are made one afterwards.
  return pooled;
}

const opening = openModel();
opening.catch(() => undefined);

parentPort?.on("message", async ({ id, texts, dimensions }) => {
  try {
    const embed = await opening;
    const vectors = Float32Array.from(await embed(texts));
    for (let from = 0; from < vectors.length; from += dimensions) {
      const vector = vectors.subarray(from, from + dimensions);
      const length = Math.hypot(...vector);
      if (length > 0) vector.set(vector.map((part) => part / length));
    }
    parentPort?.postMessage({ id, vectors }, [vectors.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.name : "unknown" });
  }
});
