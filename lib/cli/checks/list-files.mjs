import fs from "node:fs";
import path from "node:path";

/**
 * Files below some folders whose path matches, as paths from the root.
 * @param {string} root @param {string[]} folders @param {RegExp} pattern
 * @returns {string[]}
 */
export function listFiles(root, folders, pattern) {
  return folders
    .flatMap((folder) => walk(root, folder))
    .filter((file) => pattern.test(file))
    .sort();
}

/** @param {string} root @param {string} name @returns {string[]} */
function walk(root, name) {
  const full = path.join(root, name);
  if (!fs.existsSync(full)) return [];
  if (!fs.statSync(full).isDirectory()) return [name];
  return fs.readdirSync(full).flatMap((entry) => walk(root, `${name}/${entry}`));
}
