import { FILTER_TEXT_MAX } from "@malote/contract";
import { TextInput as MantineTextInput } from "@mantine/core";
import { useState } from "react";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { DateField } from "../date/DateField.tsx";
import { PeriodField } from "../date/PeriodField.tsx";
import { TimeField } from "../date/TimeField.tsx";
import type { TypedInstants } from "../date/typed-instants.ts";
import type { TypedPeriod } from "../date/typed-period.ts";
import type { Suggestion } from "../form/ComboboxField.tsx";
import { SelectField, type SelectOption } from "../form/SelectField.tsx";
import { SuggestField } from "../form/SuggestField.tsx";
import classes from "./FilterForm.module.css";
import type { InputProps } from "./filter-design.ts";
import type { TypedRange } from "./typed-fields.ts";

const DATE_LENGTH = 10;
const isComplete = (day: string): boolean => day.length === 0 || day.length === DATE_LENGTH;

/** A text. `whole`: it has a line of its own. */
export function TextInput(
  props: InputProps<string> & { label: string; hint?: string | undefined; whole?: boolean },
): React.JSX.Element {
  const { label, hint, whole = false, value, onChange, onBlur, error } = props;
  return (
    <MantineTextInput
      {...(whole ? { wrapperProps: { "data-whole": true } } : {})}
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

/** A range of numbers or amounts. */
export function RangeInput(
  props: InputProps<TypedRange> & { labels: { de: string; ate: string } },
): React.JSX.Element[] {
  const { labels, value, onChange, onBlur, errorOf } = props;
  return (["de", "ate"] as const).map((side) => (
    <MantineTextInput
      key={side}
      label={labels[side]}
      value={value[side]}
      error={errorOf(side, false)}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange({ ...value, [side]: currentTarget.value })}
    />
  ));
}

/** A period of days. */
export function PeriodInput(props: InputProps<TypedPeriod> & { label: string }): React.JSX.Element {
  const { label, value, onChange, onBlur, errorOf, today } = props;
  return (
    <PeriodField
      label={label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      today={today}
      errors={{ de: errorOf("de", isComplete(value.de)), ate: errorOf("ate", isComplete(value.ate)) }}
    />
  );
}

/** A range of two instants: each a day, with or without a time. */
export function InstantsInput(props: InputProps<TypedInstants> & { label: string }): React.JSX.Element {
  const { label, value, onChange, onBlur, errorOf } = props;
  const sides = [
    { day: "de", time: "deHora", label: calendarTexts.ladoDe, name: calendarTexts.campoDe(label) },
    { day: "ate", time: "ateHora", label: calendarTexts.ladoAte, name: calendarTexts.campoAte(label) },
  ] as const;
  return (
    <fieldset className={classes.instants}>
      <legend className="campo-rotulo">{label}</legend>
      {sides.map((side) => (
        <div key={side.day}>
          <DateField
            label={side.label}
            name={side.name}
            value={value[side.day]}
            error={errorOf(side.day, isComplete(value[side.day]))}
            onBlur={onBlur}
            onChange={(day) => onChange({ ...value, [side.day]: day })}
          />
          <TimeField
            label={calendarTexts.hora}
            name={calendarTexts.horaDe(side.name)}
            value={value[side.time]}
            error={errorOf(side.time, isComplete(value[side.time]))}
            onBlur={onBlur}
            onChange={(time) => onChange({ ...value, [side.time]: time })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** A participante: part of its name, or its CNPJ or CPF; picking a name filters by its CNPJ. */
export function PartyInput(props: {
  name: InputProps<string>;
  documento: InputProps<string>;
  labels: { name: string; documento: string };
  suggest: (searchKey: string, signal: AbortSignal) => Promise<Suggestion[]>;
}): React.JSX.Element {
  const { name, documento, labels, suggest } = props;
  const [picked, setPicked] = useState<Suggestion | null>(null);
  const pick = (suggestion: Suggestion): void => {
    setPicked(suggestion);
    name.onChange("");
    documento.onChange(suggestion.valor);
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

/** A record of a list that is fetched. */
export function OptionInput(
  props: InputProps<string> & { label: string; any: string; useOptions: () => readonly SelectOption[] },
): React.JSX.Element {
  const { label, any, useOptions, value, onChange } = props;
  const options = useOptions();
  return (
    <div data-whole>
      <SelectField
        label={label}
        empty={{ value: "", label: any }}
        options={options}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
