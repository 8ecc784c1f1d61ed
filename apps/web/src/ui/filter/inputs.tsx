import { FILTER_TEXT_MAX } from "@malote/contract";
import type { Day } from "@malote/syntax";
import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { DateField } from "../date/DateField.tsx";
import { PeriodField } from "../date/PeriodField.tsx";
import type { Period } from "../date/period.ts";
import { TimeField } from "../date/TimeField.tsx";
import {
  checkTypedInstants,
  readTypedInstants,
  type TypedInstants,
  toTypedInstants,
} from "../date/typed-instants.ts";
import { checkTypedPeriod, readTypedPeriod, type TypedPeriod, toTypedPeriod } from "../date/typed-period.ts";
import type { Suggestion } from "../form/ComboboxField.tsx";
import { MaskedField } from "../form/MaskedField.tsx";
import { MultiSelectField, SelectField } from "../form/SelectField.tsx";
import { SuggestField } from "../form/SuggestField.tsx";
import classes from "./FilterForm.module.css";
import type { InputDesign } from "./filter-design.ts";
import type { RangeParam } from "./filter-params.ts";
import {
  checkChave,
  checkDocumento,
  checkInteger,
  checkSearchText,
  checkTypedRange,
  type FieldErrors,
  readInteger,
  readTypedRange,
  type TypedRange,
  toTypedRange,
} from "./typed-fields.ts";

/** Value, handlers and errors of one field, for the input that draws it. */
export type InputProps<T> = {
  value: T;
  onChange(value: T): void;
  onBlur(): void;
  error: string | undefined;
  /** Error of one part of a field that has several; none while the user types a part not yet complete. */
  errorOf(part: string, complete: boolean): string | undefined;
  /** Today in the conta's zone. */
  today: Day;
  /** Another field of the form, for an input that fills two. */
  other(name: string): InputProps<string>;
};

/** How the inputs of one kind are typed, checked and drawn. V: the value of the field; T: as it is typed. */
export type InputKind<I, V, T> = {
  toTyped(value: V, input: I, today: Day): T;
  /** Reads what is typed; an invalid value restricts nothing. */
  toValue(typed: T, input: I): V;
  /** Errors by part of the field; "" is the whole field. */
  check(typed: T, input: I): FieldErrors;
  draw(props: InputProps<T>, input: I): React.ReactNode;
};

type DesignOf<K extends InputDesign["kind"]> = Extract<InputDesign, { kind: K }>;

/** A field that is typed as it is, and is never wrong. */
function asIs<I, V>(draw: InputKind<I, V, V>["draw"]): InputKind<I, V, V> {
  return { toTyped: (value) => value, toValue: (typed) => typed, check: () => ({}), draw };
}

function searchText<I>(draw: InputKind<I, string, string>["draw"]): InputKind<I, string, string> {
  return {
    toTyped: (value) => value,
    toValue: (typed) => typed.trim(),
    check: (typed) => errorOf(checkSearchText(typed)),
    draw,
  };
}

function errorOf(error: string | null): FieldErrors {
  return error === null ? {} : { "": error };
}

const text = searchText<DesignOf<"text">>((props, { label, hint }) => (
  <PlainInput {...props} label={label} hint={hint} whole />
));

const suggest = searchText<DesignOf<"suggest">>((props, design) => (
  <div data-whole>
    <SuggestField {...design} {...props} onPick={({ valor }) => props.onChange(valor)} />
  </div>
));

const party = searchText<DesignOf<"party">>((props, design) => (
  <PartyInput name={props} documento={props.other(design.documento.field)} design={design} />
));

const documento: InputKind<DesignOf<"documento">, string, string> = {
  ...asIs(() => null),
  check: (typed) => errorOf(checkDocumento(typed)),
};

const chave: InputKind<DesignOf<"chave">, string, string> = {
  ...asIs((props, { label, hint }) => (
    <div data-whole>
      <MaskedField mask="chave" label={label} hint={hint} {...props} />
    </div>
  )),
  check: (typed) => errorOf(checkChave(typed)),
};

const integer: InputKind<DesignOf<"integer">, string, string> = {
  toTyped: (value) => value,
  toValue: readInteger,
  check: (typed) => errorOf(checkInteger(typed)),
  draw: (props, { label }) => <PlainInput {...props} label={label} />,
};

const range: InputKind<DesignOf<"range">, RangeParam, TypedRange> = {
  toTyped: (value, { of }) => toTypedRange(of, value),
  toValue: (typed, { of }) => readTypedRange(of, typed),
  check: (typed, { of }) => checkTypedRange(of, typed),
  draw: (props, { labels }) => <RangeInput {...props} labels={labels} />,
};

const period: InputKind<DesignOf<"period">, Period, TypedPeriod> = {
  toTyped: (value, _input, today) => toTypedPeriod(value, today),
  toValue: (typed) => readTypedPeriod(typed) ?? "tudo",
  check: checkTypedPeriod,
  draw: ({ errorOf: partError, ...props }, { label }) => (
    <PeriodField
      {...props}
      label={label}
      errors={{
        de: partError("de", isComplete(props.value.de)),
        ate: partError("ate", isComplete(props.value.ate)),
      }}
    />
  ),
};

const instants: InputKind<DesignOf<"instants">, RangeParam, TypedInstants> = {
  toTyped: toTypedInstants,
  toValue: readTypedInstants,
  check: checkTypedInstants,
  draw: (props, { label }) => <InstantsInput {...props} label={label} />,
};

/** The kinds of input. */
export const INPUTS = {
  text,
  suggest,
  party,
  documento,
  chave,
  integer,
  range,
  period,
  instants,
  none: asIs(() => null),
  choice: asIs<DesignOf<"choice">, string>(({ value, onChange, onBlur }, design) => (
    <SelectField {...design} value={value} onChange={onChange} onBlur={onBlur} />
  )),
  choices: asIs<DesignOf<"choices">, readonly (string | number)[]>(({ value, onChange }, design) => (
    <MultiSelectField {...design} value={value} onChange={onChange} />
  )),
  switch: asIs<DesignOf<"switch">, boolean>(({ value, onChange }, { label, off, on }) => (
    <SelectField
      label={label}
      empty={{ value: "", label: off }}
      options={[{ value: "sim", label: on }]}
      value={value ? "sim" : ""}
      onChange={(next) => onChange(next === "sim")}
    />
  )),
  record: asIs<DesignOf<"record">, string>((props, design) => <RecordInput {...props} design={design} />),
};

const DATE_LENGTH = 10;
const isComplete = (day: string): boolean => day.length === 0 || day.length === DATE_LENGTH;

/** A text. `whole`: it has a line of its own. */
function PlainInput(
  props: InputProps<string> & { label: string; hint?: string | undefined; whole?: boolean },
): React.JSX.Element {
  const { label, hint, whole = false, value, onChange, onBlur, error } = props;
  return (
    <TextInput
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
function RangeInput(
  props: InputProps<TypedRange> & { labels: { de: string; ate: string } },
): React.JSX.Element[] {
  const { labels, value, onChange, onBlur, errorOf } = props;
  return (["de", "ate"] as const).map((side) => (
    <TextInput
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

/** A range of two instants: each a day, with or without a time. */
function InstantsInput(props: InputProps<TypedInstants> & { label: string }): React.JSX.Element {
  const { label, value, onChange, onBlur, errorOf } = props;
  const sides = [
    { day: "de", time: "deHora", label: calendarTexts.ladoDe, name: calendarTexts.campoDe(label) },
    { day: "ate", time: "ateHora", label: calendarTexts.ladoAte, name: calendarTexts.campoAte(label) },
  ] as const;
  return (
    <Stack component="fieldset">
      <legend className="campo-rotulo">{label}</legend>
      {sides.map((side) => (
        <div key={side.day} className={classes.instant}>
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
    </Stack>
  );
}

/** A participante: part of its name, or its CNPJ or CPF; picking a name filters by its CNPJ. */
function PartyInput(props: {
  name: InputProps<string>;
  documento: InputProps<string>;
  design: DesignOf<"party">;
}): React.JSX.Element {
  const { name, documento: numero, design } = props;
  const [picked, setPicked] = useState<Suggestion | null>(null);
  const pick = (suggestion: Suggestion): void => {
    setPicked(suggestion);
    name.onChange("");
    numero.onChange(suggestion.valor);
  };
  const hint = picked?.valor === numero.value ? picked?.rotulo : t.campos.documentoDica;
  const shared = { suggest: design.suggest, onPick: pick };
  return (
    <>
      <SuggestField label={design.label} maxLength={FILTER_TEXT_MAX} {...name} {...shared} />
      <SuggestField label={design.documento.label} mask="documento" hint={hint} {...numero} {...shared} />
    </>
  );
}

/** A record of a list that is fetched. */
function RecordInput(props: InputProps<string> & { design: DesignOf<"record"> }): React.JSX.Element {
  const { design, value, onChange } = props;
  const options = design.useOptions();
  return (
    <div data-whole>
      <SelectField
        label={design.label}
        empty={{ value: "", label: design.any }}
        options={options}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
