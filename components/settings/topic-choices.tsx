"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { SavedNote } from "@/components/ui/saved-note";
import { Select } from "@/components/ui/select";
import type { Action } from "@/components/ui/use-action";
import { useSaving } from "@/components/ui/use-saving";
import type { MySettings } from "@/lib/contracts/pages";
import type { Controls, TopicChoiceInput } from "@/lib/contracts/subjects";

/** open: everything · said: only the person's own words · nothing. */
const MODES = ["open", "said", "nothing"] as const;
type Mode = (typeof MODES)[number];
type Choose = Action<TopicChoiceInput, Controls>;

const toChoice = (topic: string, mode: Mode): TopicChoiceInput => ({
  topic,
  remember: mode !== "nothing",
  infer: mode === "open",
});

function modeOf(choice: TopicChoiceInput | undefined): Mode {
  if (!choice) return "open";
  return choice.remember ? (choice.infer ? "open" : "said") : "nothing";
}

function TopicRow({
  topic,
  name,
  isOwn,
  hint,
  mode,
  choose,
}: {
  topic: string;
  name: string;
  isOwn: boolean;
  hint: string | null;
  mode: Mode;
  choose: Choose;
}) {
  const t = useTranslations("settings.topics");
  const [shown, setShown] = useState(mode);
  const { state, save } = useSaving(choose);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_13rem] items-center gap-x-4 gap-y-1 border-b border-rule py-2 sm:grid-cols-[minmax(0,1fr)_14rem_5.5rem]">
      <span className="min-w-0">
        <span translate={isOwn ? "no" : undefined} className="text-16 wrap-anywhere">
          {name}
        </span>
        {hint ? <span className="ml-2 text-13 text-muted">{hint}</span> : null}
      </span>
      <Select
        label={t("choiceFor", { topic: name })}
        hideLabel
        value={shown}
        disabled={state === "saving"}
        onChange={async (event) => {
          const wanted = event.target.value as Mode;
          setShown(wanted);
          if (!(await save(toChoice(topic, wanted)))) setShown(shown);
        }}
        options={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
      />
      <SavedNote state={state} />
    </li>
  );
}

/** By topic: whether anything is remembered, and whether others may draw conclusions. Each row saves by itself. */
export function TopicChoices({ settings, choose }: { settings: MySettings; choose: Choose }) {
  const t = useTranslations("settings.topics");
  const { controls, own_topics } = settings;
  const byTopic = new Map(controls.topics.map((choice) => [choice.topic, choice]));
  const [added, setAdded] = useState<string[]>([]);
  const [word, setWord] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const adding = useSaving(choose);

  const counts = new Map(own_topics.map(({ topic, count }) => [topic, count]));
  const known = new Set(controls.known_topics);
  const chosen = [...controls.topics.map(({ topic }) => topic), ...added];
  const own = [...new Set([...chosen, ...counts.keys()])].filter((topic) => !known.has(topic));

  async function add(event: FormEvent) {
    event.preventDefault();
    const topic = word.trim();
    if (topic.length < 2) return setProblem(t("wordNeeded"));
    if (known.has(topic) || own.includes(topic)) return setProblem(t("wordKnown"));
    setProblem(null);
    if (await adding.save(toChoice(topic, "nothing"))) {
      setAdded((before) => [...before, topic]);
      setWord("");
    }
  }

  return (
    <div className="py-4">
      <p className="measure text-14 text-muted">{t("means")}</p>
      <h3 className="mt-4 text-14 font-semibold">{t("known")}</h3>
      <ul className="mt-1 border-t border-rule">
        {controls.known_topics.map((topic) => (
          <TopicRow
            key={topic}
            topic={topic}
            name={t.has(`name.${topic}` as never) ? t(`name.${topic}` as never) : topic}
            isOwn={!t.has(`name.${topic}` as never)}
            hint={null}
            mode={modeOf(byTopic.get(topic))}
            choose={choose}
          />
        ))}
      </ul>
      {own.length > 0 ? (
        <>
          <h3 className="mt-6 text-14 font-semibold">{t("own")}</h3>
          <ul className="mt-1 border-t border-rule">
            {own.map((topic) => (
              <TopicRow
                key={topic}
                topic={topic}
                name={topic}
                isOwn
                hint={counts.has(topic) ? t("count", { count: counts.get(topic) ?? 0 }) : null}
                mode={added.includes(topic) && !byTopic.has(topic) ? "nothing" : modeOf(byTopic.get(topic))}
                choose={choose}
              />
            ))}
          </ul>
        </>
      ) : null}
      <form onSubmit={add} noValidate className="mt-5 flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-0 flex-1 basis-64"
          label={t("add")}
          value={word}
          maxLength={80}
          onChange={(event) => setWord(event.target.value)}
          error={problem}
        />
        <Button type="submit" disabled={adding.state === "saving"}>
          {t("addSave")}
        </Button>
        <SavedNote state={adding.state} />
      </form>
      <p className="mt-2 text-13 text-muted">{t("staysNote")}</p>
    </div>
  );
}
