import { Button } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import { type FieldValues, type Path, type PathValue, useForm, useWatch } from "react-hook-form";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { GuardedForm } from "../form/GuardedForm.tsx";
import { FilterCount } from "./FilterCount.tsx";
import classes from "./FilterForm.module.css";

const LEAVE_QUESTION = { ...t.abandonar, destrutiva: true };

/** Error messages by field. */
export type FieldErrors = Partial<Record<string, string>>;

/** Value, handlers and error of one field, for the component that renders it. */
export type FieldBinding<V> = {
  value: V;
  onChange: (value: V) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** Adapts a field with a fixed set of values to a select, which returns only values it was given. */
export function asText<V extends string>(binding: FieldBinding<V>): FieldBinding<string> {
  return { ...binding, onChange: (value) => binding.onChange(value as V) };
}

/** Access of the field groups to the form. */
export type FormBinding<C> = {
  field: <N extends keyof C>(name: N) => FieldBinding<C[N]>;
  /** Error of one part of a field that has several. */
  errorOf: (name: keyof C, side: string, complete: boolean) => string | undefined;
  put: (part: Partial<C>) => void;
};

/**
 * The form definition of a list's filter: conversion to and from fields, validation, and the fields in
 * groups.
 */
export type FilterFormDesign<F, C> = {
  empty: F;
  toFields: (filter: F) => C;
  /** Reads the fields; an incomplete value restricts nothing. */
  toFilter: (fields: C) => F;
  check: (fields: C) => FieldErrors;
  countActive: (filter: F, names: readonly (keyof F)[]) => number;
  groups: readonly {
    title: string;
    names: readonly (keyof F)[];
    design: (binding: FormBinding<C>) => React.ReactNode;
  }[];
};

/** The form of a filter, on its own page (`wide`) or in a panel beside its list. */
export function FilterForm<F extends object, C extends FieldValues>(props: {
  filter: F;
  design: FilterFormDesign<F, C>;
  wide?: boolean;
  onApply: (filter: F) => void;
  onCancel: () => void;
  /** For a panel, which asks for confirmation before it closes. */
  onDirty?: ((dirty: boolean) => void) | undefined;
}): React.JSX.Element {
  const { filter, design, wide = false, onApply, onCancel, onDirty } = props;
  const { binding, current, isDirty, isValid, clear } = useFilterForm(filter, design);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const total = design.countActive(current, Object.keys(current) as (keyof F)[]);
  return (
    <GuardedForm
      className={classes.form}
      data-largo={wide || undefined}
      changed={isDirty}
      question={LEAVE_QUESTION}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && isValid) onApply(current);
      }}
    >
      <div className={classes.corpo}>
        <div className={classes.grupos}>
          {design.groups.map(({ title, names, design: render }) => (
            <FieldGroup key={title} title={title} activeCount={design.countActive(current, names)}>
              {render(binding)}
            </FieldGroup>
          ))}
        </div>
      </div>
      <footer className={classes.pe}>
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
        <span className={classes.nota} role="status">
          {t.ativos(total)}
        </span>
      </footer>
    </GuardedForm>
  );
}

function FieldGroup(props: {
  title: string;
  activeCount: number;
  children: React.ReactNode;
}): React.JSX.Element {
  const id = useId();
  return (
    <section className={classes.grupo} aria-labelledby={id}>
      <h2 id={id} className="t-secao">
        {props.title} <FilterCount total={props.activeCount} />
      </h2>
      <div className={classes.campos}>{props.children}</div>
    </section>
  );
}

function useFilterForm<F extends object, C extends FieldValues>(filter: F, design: FilterFormDesign<F, C>) {
  const form = useForm({ defaultValues: design.toFields(filter) as never });
  const fields = useWatch({ control: form.control }) as C;
  // A field shows no error while the user is still typing in it.
  const [typingIn, setTypingIn] = useState<keyof C | null>(null);
  const errors = design.check(fields);
  const set = (name: keyof C, value: unknown): void =>
    form.setValue(name as Path<C> as never, value as PathValue<C, Path<C>> as never, { shouldDirty: true });
  const binding: FormBinding<C> = {
    field: (name) => ({
      value: fields[name],
      onChange: (value) => {
        setTypingIn(name);
        set(name, value);
      },
      onBlur: () => setTypingIn(null),
      error: typingIn === name ? undefined : errors[String(name)],
    }),
    errorOf: (name, side, complete) => (typingIn === name && !complete ? undefined : errors[side]),
    put: (part) => {
      for (const [name, value] of Object.entries(part)) set(name, value);
    },
  };
  const { isDirty } = form.formState;
  return {
    binding,
    current: design.toFilter(fields),
    isDirty,
    isValid: Object.keys(errors).length === 0,
    clear: () => form.reset(design.toFields(design.empty) as never, { keepDefaultValues: true }),
  };
}
