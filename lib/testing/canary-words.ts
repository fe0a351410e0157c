/** A word for each place where words can be put, in English and in Chinese, found nowhere else. */
export interface CanaryWords {
  /** Words for this place: they say in a scan which place they came from. */
  in(place: string): string;
  /** Letters and digits alone, where a key or a name is asked for. */
  name(place: string): string;
  all(): string[];
  places(): string[];
  /** Which place a word was put in. */
  placeOf(word: string): string;
}

export function createCanaryWords(): CanaryWords {
  const places = new Map<string, number>();
  const numberOf = (place: string): number => {
    const known = places.get(place);
    if (known !== undefined) return known;
    places.set(place, places.size + 100);
    return places.size + 99;
  };
  const english = (n: number) => `qzcanary${n}x`;
  const chinese = (n: number) => `金丝雀鸣${n}啭`;
  return {
    in: (place) => `${english(numberOf(place))} ${chinese(numberOf(place))}`,
    name: (place) => english(numberOf(place)),
    all: () => [...places.values()].flatMap((n) => [english(n), chinese(n)]),
    places: () => [...places.keys()],
    placeOf: (word) => {
      const n = Number(/\d+/.exec(word)?.[0]);
      return [...places].find(([, own]) => own === n)?.[0] ?? word;
    },
  };
}
