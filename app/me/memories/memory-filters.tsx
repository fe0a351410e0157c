"use client";

import { MEMORY_SORTS } from "@/lib/contracts/choices";
import Search from "lucide-react/icons/search";
import ListFilter from "lucide-react/icons/list-filter";
import X from "lucide-react/icons/x";
import { useTranslations } from "next-intl";
import { debounce, useQueryStates } from "nuqs";
import { type ChangeEvent, useState, useTransition } from "react";
import { memorySearch, NO_TOPIC, STATE_CHOICES, type StateChoice } from "@/app/me/memories/search-params";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { inputClass } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface Props {
  topics: { topic: string | null; count: number }[];
  agents: { id: string; name: string | null; count: number }[];
  inactive: number;
}

/** The filters live in the address: choices are steps that Back undoes, typing only replaces. */
export function MemoryFilters({ topics, agents, inactive }: Props) {
  const t = useTranslations("memories");
  const tStates = useTranslations("states");
  const [pending, startTransition] = useTransition();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [search, setSearch] = useQueryStates(memorySearch, {
    shallow: false,
    startTransition,
    scroll: false,
  });

  type Change = Partial<{ [Key in keyof typeof search]: (typeof search)[Key] | null }>;
  function choose(change: Change) {
    void setSearch({ ...change, cursor: null }, { history: "push" });
  }
  function type(event: ChangeEvent<HTMLInputElement>) {
    void setSearch(
      { q: event.target.value || null, cursor: null },
      { history: "replace", limitUrlUpdates: debounce(300) },
    );
  }

  const chips = [
    search.q ? { key: "q", label: t("chip.q", { text: search.q }), clear: { q: null } } : null,
    search.topic
      ? {
          key: "topic",
          label: t("chip.topic", { topic: search.topic === NO_TOPIC ? t("noTopic") : search.topic }),
          clear: { topic: null },
        }
      : null,
    search.agent
      ? {
          key: "agent",
          label: t("chip.agent", {
            agent: agents.find(({ id }) => id === search.agent)?.name ?? search.agent,
          }),
          clear: { agent: null },
        }
      : null,
    search.state
      ? {
          key: "state",
          label: t("chip.state", { state: tStates(`${search.state}.label`) }),
          clear: { state: null },
        }
      : null,
  ].filter((chip) => chip !== null);

  const selects = (
    <>
      <Select
        label={t("topic")}
        value={search.topic}
        onChange={(event) => choose({ topic: event.target.value || null })}
        options={[
          { value: "", label: t("anyTopic") },
          ...topics.map(({ topic, count }) => ({
            value: topic ?? NO_TOPIC,
            label: t("option", { name: topic ?? t("noTopic"), count }),
            isName: topic !== null,
          })),
        ]}
      />
      <Select
        label={t("state")}
        value={search.state ?? ""}
        onChange={(event) => choose({ state: (event.target.value || null) as StateChoice | null })}
        options={[
          { value: "", label: t("anyState") },
          ...STATE_CHOICES.map((state) => ({ value: state, label: tStates(`${state}.label`) })),
        ]}
      />
      <Select
        label={t("agent")}
        value={search.agent}
        onChange={(event) => choose({ agent: event.target.value || null })}
        options={[
          { value: "", label: t("anyAgent") },
          ...agents.map(({ id, name, count }) => ({
            value: id,
            label: t("option", { name: name ?? id, count }),
            isName: true,
          })),
        ]}
      />
    </>
  );

  return (
    <div className="grid gap-3">
      <Dialog
        open={sheetOpen}
        onOpenChange={setSheetOpen}
        title={t("filterLabel")}
        footer={
          <Button variant="primary" onClick={() => setSheetOpen(false)}>
            {t("showResults")}
          </Button>
        }
      >
        <div className="grid gap-4">{selects}</div>
      </Dialog>
      <search aria-label={t("filterLabel")} className="grid gap-3 sm:grid-cols-3">
        <div className="relative sm:col-span-3">
          <label htmlFor="memory-search" className="sr-only">
            {t("search")}
          </label>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <input
            id="memory-search"
            type="search"
            value={search.q}
            onChange={type}
            placeholder={t("search")}
            maxLength={500}
            className={`${inputClass} pl-9`}
          />
        </div>
        <div className="hidden gap-3 sm:col-span-3 sm:grid sm:grid-cols-3">{selects}</div>
        <Button className="sm:hidden" onClick={() => setSheetOpen(true)}>
          <ListFilter aria-hidden="true" />
          {t("filters", { count: chips.filter(({ key }) => key !== "q").length })}
        </Button>
      </search>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <label className="inline-flex min-h-8 items-center gap-2 text-14 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={search.all}
            onChange={(event) => choose({ all: event.target.checked || null })}
            className="size-4 accent-accent"
          />
          {t("showInactive", { count: inactive })}
        </label>
        <Select
          label={t("sort")}
          hideLabel
          className="w-full sm:w-56"
          value={`${search.sort}.${search.dir}`}
          onChange={(event) => {
            const [sort, dir] = event.target.value.split(".");
            choose({
              sort: MEMORY_SORTS.find((known) => known === sort) ?? null,
              dir: dir === "asc" ? "asc" : null,
            });
          }}
          options={[
            "changed.desc",
            "changed.asc",
            "learned.desc",
            "learned.asc",
            "used.desc",
            "text.asc",
          ].map((value) => ({
            value,
            label: t(`sortBy.${value.replace(".", "_")}` as never),
          }))}
        />
      </div>
      {chips.length > 0 ? (
        <ul aria-label={t("activeFilters")} className="flex flex-wrap items-center gap-2">
          {chips.map((chip) => (
            <li key={chip.key}>
              <button
                type="button"
                onClick={() => choose(chip.clear)}
                className="inline-flex min-h-7 items-center gap-1.5 rounded-control border border-accent bg-accent-wash px-2 text-13 text-accent hover:underline pointer-coarse:min-h-11"
              >
                <span className="max-w-56 truncate">{chip.label}</span>
                <X aria-hidden="true" className="size-3.5" />
                <span className="sr-only">{t("removeFilter")}</span>
              </button>
            </li>
          ))}
          <li>
            <Button
              size="small"
              variant="quiet"
              onClick={() => choose({ q: null, topic: null, agent: null, state: null })}
            >
              {t("clearAll")}
            </Button>
          </li>
        </ul>
      ) : null}
      <div aria-hidden="true" className={`h-0.5 ${pending ? "animate-pulse bg-accent" : "bg-transparent"}`} />
    </div>
  );
}
