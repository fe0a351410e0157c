import { expect, test } from "vitest";
import { toOwnPath } from "@/app/sign-in/to-own-path";

test("another site is never where a person goes after signing in", () => {
  for (const value of [
    "//elsewhere.example",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/\t/127.0.0.1:4899/phish",
    "/\n/elsewhere.example",
    "/\r/elsewhere.example",
    "\t//elsewhere.example",
    " //elsewhere.example",
    "/me\u0000",
    "/./\\elsewhere.example",
    "/.//elsewhere.example",
    "/me/..//elsewhere.example",
    "/%2e%2e//elsewhere.example",
    "//elsewhere.example:not-a-port",
    "http://elsewhere.example",
    "http:/elsewhere.example",
    "https:elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,hello",
    "me",
    "",
    undefined,
    ["/me", "/console"],
  ]) {
    expect(toOwnPath(value), JSON.stringify(value)).toBe("/");
  }
});

test("a path of these pages is kept with its query and fragment", () => {
  for (const value of [
    "/",
    "/me",
    "/me/memories?q=tea%20time&status=active",
    "/console/traces/ret_1#stages",
    "/me?next=http://elsewhere.example",
    "/%09/kept-encoded",
  ]) {
    expect(toOwnPath(value)).toBe(value);
  }
});
