import "vitest";

/** What a project's global setup hands to its test files. */
export type DatabaseTemplate =
  | { kind: "embedded"; file: string }
  | {
      kind: "server";
      ownerUrl: string;
      appUrl: string | null;
      superuserUrl: string | null;
      template: string;
    };

declare module "vitest" {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}
