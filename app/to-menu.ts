import type { Preferences } from "@/lib/contracts/pages";

export interface MenuPerson {
  displayName: string;
  email: string;
  /** As their account keeps it. */
  theme: Preferences["theme"];
}

/** Of a person, what the menu shows: nothing else of them goes to the browser with every page. */
export function toMenu(person: { displayName: string; email: string; preferences: Preferences }): MenuPerson {
  return { displayName: person.displayName, email: person.email, theme: person.preferences.theme };
}
