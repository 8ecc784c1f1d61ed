import { FILTER_TEXT_MAX } from "@malote/contract";
import type { Day } from "@malote/syntax";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { DateField } from "../date/DateField.tsx";
import { PeriodField } from "../date/PeriodField.tsx";
import { TimeField } from "../date/TimeField.tsx";
import type { TypedInstants } from "../date/typed-instants.ts";
import type { TypedPeriod } from "../date/typed-period.ts";
import type { Suggestion } from "../form/ComboboxField.tsx";
import type { SelectOption } from "../form/SelectField.tsx";
import { SelectField } from "../form/SelectField.tsx";
import { SuggestField } from "../form/SuggestField.tsx";
import classes from "./FilterFields.module.css";
import type { FieldBinding, FormBinding } from "./FilterForm.tsx";
import type { TypedRange } from "./typed-fields.ts";

const DATE_LENGTH = 10;
const isComplete = (data: string): boolean => data.length === 0 || data.length === DATE_LENGTH;

type KeysOf<C, V> = { [K in keyof C]: C[K] extends V ? K : never }[keyof C];

/** A period as a filter field. */
export function FilterPeriod<C>(props: {
  binding: FormBinding<C>;
  name: KeysOf<C, TypedPeriod>;
  label: string;
  today: Day;
}): React.JSX.Element {
  const { binding, name, label, today } = props;
  const { value, onChange, onBlur } = binding.field(name) as unknown as FieldBinding<TypedPeriod>;
  const errorOf = (side: "de" | "ate"): string | undefined =>
    binding.errorOf(name, `${String(name)}.${side}`, isComplete(value[side]));
  return (
    <PeriodField
      label={label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      today={today}
      errors={{ de: errorOf("de"), ate: errorOf("ate") }}
    />
  );
}

/** A range of two instants as a filter field: each a day, with or without an hour. */
export function FilterInstants<C>(props: {
  binding: FormBinding<C>;
  name: KeysOf<C, TypedInstants>;
  label: string;
}): React.JSX.Element {
  const { binding, name, label } = props;
  const { value, onChange, onBlur } = binding.field(name) as unknown as FieldBinding<TypedInstants>;
  const errorOf = (side: keyof TypedInstants): string | undefined =>
    binding.errorOf(name, `${String(name)}.${side}`, isComplete(value[side]));
  const sides = [
    { dia: "de", hora: "deHora", label: calendarTexts.ladoDe, name: calendarTexts.campoDe(label) },
    { dia: "ate", hora: "ateHora", label: calendarTexts.ladoAte, name: calendarTexts.campoAte(label) },
  ] as const;
  return (
    <fieldset className={classes.momentos}>
      <legend className="campo-rotulo">{label}</legend>
      {sides.map((side) => (
        <div key={side.dia} className={classes.momento}>
          <DateField
            label={side.label}
            name={side.name}
            value={value[side.dia]}
            error={errorOf(side.dia)}
            onBlur={onBlur}
            onChange={(day) => onChange({ ...value, [side.dia]: day })}
          />
          <TimeField
            label={calendarTexts.hora}
            name={calendarTexts.horaDe(side.name)}
            value={value[side.hora]}
            error={errorOf(side.hora)}
            onBlur={onBlur}
            onChange={(time) => onChange({ ...value, [side.hora]: time })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** A flag as a filter field: yes, no or any. */
export function FilterFlag(
  props: { label: string; options: readonly SelectOption[] } & FieldBinding<string>,
) {
  return <SelectField {...props} empty={{ value: "todos", label: t.tanto }} />;
}

/** A range of numbers or amounts as filter fields. */
export function FilterRange<C>(props: {
  binding: FormBinding<C>;
  name: KeysOf<C, TypedRange>;
  labels: { de: string; ate: string };
}): React.JSX.Element {
  const { binding, name, labels } = props;
  const { value, onChange, onBlur } = binding.field(name) as unknown as FieldBinding<TypedRange>;
  return (
    <>
      {(["de", "ate"] as const).map((side) => (
        <TextInput
          key={side}
          label={labels[side]}
          value={value[side]}
          error={binding.errorOf(name, `${String(name)}.${side}`, false)}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          onBlur={onBlur}
          onChange={({ currentTarget }) => onChange({ ...value, [side]: currentTarget.value })}
        />
      ))}
    </>
  );
}

/** A text as a filter field. */
export function FilterText(
  props: {
    label: string;
    hint?: string /** Half width: shares its line. */;
    half?: boolean;
  } & FieldBinding<string>,
): React.JSX.Element {
  const { label, hint, half = false, value, onChange, onBlur, error } = props;
  return (
    <TextInput
      {...(half ? {} : { wrapperProps: { "data-inteiro": true } })}
      label={label}
      description={error ? undefined : hint}
      value={value}
      error={error}
      maxLength={FILTER_TEXT_MAX}
      autoComplete="off"
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A participante: part of its name, or its CNPJ or CPF; picking a name filters by its CNPJ. */
export function FilterParty(props: {
  name: FieldBinding<string>;
  documento: FieldBinding<string>;
  labels: { name: string; documento: string };
  suggest: (searchKey: string, signal: AbortSignal) => Promise<Suggestion[]>;
  onPick: (documento: string) => void;
}): React.JSX.Element {
  const { name, documento, labels, suggest, onPick } = props;
  const [picked, setPicked] = useState<Suggestion | null>(null);
  const pick = (suggestion: Suggestion): void => {
    setPicked(suggestion);
    onPick(suggestion.valor);
  };
  const hint = picked?.valor === documento.value ? picked?.rotulo : t.campos.documentoDica;
  return (
    <>
      <SuggestField
        label={labels.name}
        {...name}
        maxLength={FILTER_TEXT_MAX}
        suggest={suggest}
        onPick={pick}
      />
      <SuggestField
        label={labels.documento}
        mask="documento"
        {...documento}
        hint={hint}
        suggest={suggest}
        onPick={pick}
      />
    </>
  );
}
