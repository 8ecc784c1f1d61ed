import type { Day } from "@malote/syntax";
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import frame from "../form/FormFrame.module.css";
import { GuardedForm } from "../form/GuardedForm.tsx";
import { FilterCount } from "./FilterCount.tsx";
import classes from "./FilterForm.module.css";
import { countActive, emptyFilterOf, type FilterDesign } from "./filter-design.ts";
import type { InputProps } from "./inputs.tsx";
import { checkTyped, kindOf, toFilter, toTyped } from "./typed-filter.ts";

export const LEAVE_QUESTION = { ...t.abandonar, destrutiva: true };

/** The form of a filter, on its own page (`wide`) or in a drawer beside its list. */
export function FilterForm<F extends object>(props: {
  design: FilterDesign<F>;
  filter: F;
  /** Today in the conta's zone. */
  today: Day;
  wide?: boolean;
  /** The field that takes the focus; "" = the first. */
  startAt?: string;
  onApply: (filter: F) => void;
  onCancel: () => void;
  /** For a drawer, which asks for confirmation before it closes. */
  onDirty?: (dirty: boolean) => void;
}): React.JSX.Element {
  const { design, filter, today, wide = false, startAt = "", onApply, onCancel, onDirty } = props;
  const form = useStartAt(startAt);
  const { bind, current, isDirty, isValid, clear } = useFilterForm(design, filter, today);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const total = countActive(design, current);
  return (
    <GuardedForm
      ref={form}
      className={frame.form}
      data-page={wide || undefined}
      changed={isDirty}
      question={LEAVE_QUESTION}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && isValid) onApply(current);
      }}
    >
      <div className={frame.body}>
        <div className={wide ? classes.columns : classes.groups}>
          {design.groups.map(({ title, fields }) => (
            <FieldGroup key={title} title={title} activeCount={countActive(design, current, fields)}>
              {fields.map((name) => {
                const { input } = design.fields[name];
                return (
                  <div key={name} className={classes.field} data-campo={name}>
                    {kindOf(input).draw(bind(name), input)}
                  </div>
                );
              })}
            </FieldGroup>
          ))}
        </div>
      </div>
      <footer className={frame.footer}>
        <Button type="submit" disabled={!isDirty || !isValid}>
          {t.aplicar}
        </Button>
        <Button variant="default" disabled={total === 0} onClick={clear}>
          {filterTexts.limpar}
        </Button>
        {wide && (
          <Button variant="subtle" onClick={onCancel}>
            {t.voltar}
          </Button>
        )}
        <Text span size="xs" c="dimmed" ml="auto" role="status">
          {t.ativos(total)}
        </Text>
      </footer>
    </GuardedForm>
  );
}

/** The drawer focuses what is marked; a field of the middle is scrolled to. */
function useStartAt(field: string): React.RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (field === "") return;
    const input = form.current?.querySelector(
      `[data-campo="${CSS.escape(field)}"] :is(input, select, button)`,
    );
    input?.setAttribute("data-autofocus", "true");
    input?.scrollIntoView({ block: "center" });
  }, [field]);
  return form;
}

function FieldGroup(props: {
  title: string;
  activeCount: number;
  children: React.ReactNode;
}): React.JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group component="h2" id={id} gap={8} mb={12} className="t-secao">
        {props.title} <FilterCount total={props.activeCount} />
      </Group>
      <div className={classes.fields}>{props.children}</div>
    </section>
  );
}

/** The typed values of a filter, and the filter that they make. */
function useFilterForm<F extends object>(design: FilterDesign<F>, filter: F, today: Day) {
  const [initial] = useState(() => toTyped(design, filter, today));
  const [typed, setTyped] = useState(initial);
  // A field shows no error while the user is still typing in it.
  const [typingIn, setTypingIn] = useState<string | null>(null);
  const errors = checkTyped(design, typed);
  const bind = <T,>(name: string): InputProps<T> => ({
    value: typed[name as keyof F] as T,
    onChange: (value) => {
      setTypingIn(name);
      setTyped((before) => ({ ...before, [name]: value }));
    },
    onBlur: () => setTypingIn(null),
    error: typingIn === name ? undefined : errors[name],
    errorOf: (part, complete) => (typingIn === name && !complete ? undefined : errors[`${name}.${part}`]),
    today,
    other: bind,
  });
  return {
    bind,
    current: toFilter(design, typed),
    isDirty: JSON.stringify(typed) !== JSON.stringify(initial),
    isValid: Object.keys(errors).length === 0,
    clear: () => setTyped(toTyped(design, emptyFilterOf(design), today)),
  };
}
