// A thread in place of a model, that does what its texts say: `die`, `hang`, `fail`, or gives their lengths.
import { parentPort } from "node:worker_threads";

parentPort?.on("message", ({ id, texts, dimensions }) => {
  if (texts.includes("die")) process.exit(3);
  if (texts.includes("crash")) throw new Error("a private sentence");
  if (texts.includes("hang")) return;
  if (texts.includes("fail")) return parentPort?.postMessage({ id, error: "Error" });
  if (texts.includes("half")) return parentPort?.postMessage({ id, vectors: new Float32Array(1) });
  // What came in one message shows in the second number.
  const vectors = new Float32Array(texts.flatMap((text) => [text.length, texts.length]));
  if (dimensions !== 2) throw new Error("two numbers are what this one gives");
  parentPort?.postMessage({ id, vectors });
});
