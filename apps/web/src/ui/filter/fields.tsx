import {
  type Day,
  formatChave,
  formatDate,
  formatDocumento,
  formatInteger,
  formatReais,
} from "@malote/syntax";
import { filterFormTexts as t } from "../../texts/lists/filter-form.ts";
import { formatPeriod, type Period, rangeOf, readPeriod } from "../date/period.ts";
import {
  checkTypedInstants,
  readTypedInstants,
  type TypedInstants,
  toTypedInstants,
} from "../date/typed-instants.ts";
import { checkTypedPeriod, readTypedPeriod, type TypedPeriod, toTypedPeriod } from "../date/typed-period.ts";
import type { Suggestion } from "../form/ComboboxField.tsx";
import { MaskedField } from "../form/MaskedField.tsx";
import { MultiSelectField, SelectField, type SelectOption } from "../form/SelectField.tsx";
import { SuggestField } from "../form/SuggestField.tsx";
import type { FieldErrors, FilterField, InputProps } from "./filter-design.ts";
import {
  BOOLEAN_PARAM,
  DOCUMENTO_PARAM,
  formatRange,
  ID_PARAM,
  NUMBER_PARAM,
  oneOf,
  type ParamFormat,
  RANGE_PARAMS,
  type RangeParam,
  severalOf,
  splitRange,
  TEXT_PARAM,
  TRI_STATE_PARAM,
  type TriState,
} from "./filter-params.ts";
import { InstantsInput, OptionInput, PartyInput, PeriodInput, RangeInput, TextInput } from "./inputs.tsx";
import {
  checkChave,
  checkDocumento,
  checkInteger,
  checkSearchText,
  checkTypedRange,
  readInteger,
  readTypedRange,
  type TypedRange,
  toTypedRange,
} from "./typed-fields.ts";

/** What every kind of field takes. A: the value as `request` receives it. */
type Spec<A, R> = {
  /** URL parameter. */
  param: string;
  /** Field name in the chip, and in the form unless `inputLabel` is longer. */
  label: string;
  inputLabel?: string;
  /** The part of the request; called only while the field restricts the list. */
  request?: (value: A) => R;
};

/** The sides of a range; an open side is undefined. */
type Sides = { de: string | undefined; ate: string | undefined };
type Suggest = (searchKey: string, signal: AbortSignal) => Promise<Suggestion[]>;

/** A search text. */
export function textField<R extends object>(
  spec: Spec<string, R> & { hint?: string },
): FilterField<string, R, string> {
  const { label, inputLabel = label, hint } = spec;
  return searchText(spec, (props) => <TextInput {...props} label={inputLabel} hint={hint} whole />);
}

/** A search text with suggestions. */
export function suggestField<R extends object>(
  spec: Spec<string, R> & { hint: string; suggest: Suggest },
): FilterField<string, R, string> {
  const { label, inputLabel = label, hint, suggest } = spec;
  return searchText(spec, (props) => (
    <div data-whole>
      <SuggestField
        label={inputLabel}
        hint={hint}
        suggest={suggest}
        onPick={({ valor }) => props.onChange(valor)}
        {...props}
      />
    </div>
  ));
}

/** Part of the name of a participante, with an input also for the field of its CNPJ or CPF. */
export function partyField<R extends object>(
  spec: Spec<string, R> & { documento: { field: string; label: string }; suggest: Suggest },
): FilterField<string, R, string> {
  const { label, documento, suggest } = spec;
  return searchText(spec, (props) => (
    <PartyInput
      name={props}
      documento={props.other(documento.field)}
      labels={{ name: label, documento: documento.label }}
      suggest={suggest}
    />
  ));
}

/** The CNPJ or CPF of a participante, whole or partial; the input of its name draws it. */
export function documentoField<R extends object>(spec: Spec<string, R>): FilterField<string, R, string> {
  const format = { ...DOCUMENTO_PARAM, formatValue: formatDocumento };
  return plainField(spec, { ...format, check: (typed) => errorOf(checkDocumento(typed)) });
}

/** An access key, whole or partial. */
export function chaveField<R extends object>(
  spec: Spec<string, R> & { hint: string },
): FilterField<string, R, string> {
  const { label, hint } = spec;
  return plainField(spec, {
    ...DOCUMENTO_PARAM,
    formatValue: formatChave,
    check: (typed) => errorOf(checkChave(typed)),
    draw: (props) => (
      <div data-whole>
        <MaskedField mask="chave" label={label} hint={hint} {...props} />
      </div>
    ),
  });
}

/** An integer. */
export function integerField<R extends object>(spec: Spec<string, R>): FilterField<string, R, string> {
  return plainField(spec, {
    ...NUMBER_PARAM,
    toValue: readInteger,
    check: (typed) => errorOf(checkInteger(typed)),
    draw: (props) => <TextInput {...props} label={spec.label} />,
  });
}

/** A range of integers or of amounts in reais. */
export function rangeField<R extends object>(
  spec: Spec<Sides, R> & { of: "inteiro" | "valor"; labels: { de: string; ate: string } },
): FilterField<RangeParam, R, TypedRange> {
  const { of, labels } = spec;
  const formatSide = of === "valor" ? (side: string) => formatReais(side) : formatWhole;
  return makeField(spec, {
    ...RANGE_PARAMS[of],
    formatValue: (range) => formatRange(range, formatSide),
    asked: sidesOf,
    toTyped: (range) => toTypedRange(of, range),
    toValue: (typed) => readTypedRange(of, typed),
    check: (typed) => checkTypedRange(of, typed),
    draw: (props) => <RangeInput {...props} labels={labels} />,
  });
}

/** A range of instants: each a day, with or without a time. */
export function instantsField<R extends object>(
  spec: Spec<Sides, R>,
): FilterField<RangeParam, R, TypedInstants> {
  const { label, inputLabel = label } = spec;
  return makeField(spec, {
    ...RANGE_PARAMS.instante,
    formatValue: (range) => formatRange(range, formatInstant),
    asked: sidesOf,
    toTyped: toTypedInstants,
    toValue: readTypedInstants,
    check: checkTypedInstants,
    draw: (props) => <InstantsInput {...props} label={inputLabel} />,
  });
}

/** A period of days: a preset, or two days. */
export function periodField<R extends object>(spec: Spec<Sides, R>): FilterField<Period, R, TypedPeriod> {
  const { label, inputLabel = label } = spec;
  return makeField(spec, {
    empty: "tudo",
    read: readPeriod,
    write: (value) => value,
    formatValue: formatPeriod,
    asked: (period, today) => {
      const { de, ate } = rangeOf(period, today);
      return { de: de ?? undefined, ate: ate ?? undefined };
    },
    toTyped: toTypedPeriod,
    toValue: (typed) => readTypedPeriod(typed) ?? "tudo",
    check: checkTypedPeriod,
    draw: (props) => <PeriodInput {...props} label={inputLabel} />,
  });
}

/** One of several values; `any` is the option for none. `optionOf` names an option more fully than its chip. */
export function choiceField<V extends string, R extends object>(
  spec: Spec<V, R> & {
    values: readonly V[];
    any: string;
    textOf: (value: V) => string;
    optionOf?: (value: V) => string;
  },
): FilterField<V | "", R, V | ""> {
  const { label, inputLabel = label, values, any, textOf, optionOf = textOf } = spec;
  const { request, ...rest } = spec;
  return plainField<V | "", R>(
    { ...rest, ...(request ? { request: (value: V | "") => request(value as V) } : {}) },
    {
      ...oneOf(values),
      formatValue: (value) => (value ? textOf(value) : ""),
      draw: (props) => (
        <SelectField
          {...asText(props)}
          label={inputLabel}
          empty={{ value: "", label: any }}
          options={values.map((value) => ({ value, label: optionOf(value) }))}
        />
      ),
    },
  );
}

/** Several of the given values. */
export function choicesField<V extends string | number, R extends object>(
  spec: Spec<V[], R> & { values: readonly V[]; textOf: (value: V) => string },
): FilterField<readonly V[], R, readonly V[]> {
  const { label, inputLabel = label, values, textOf } = spec;
  const options = values.map((value) => ({ value, label: textOf(value) }));
  return makeField(spec, {
    ...severalOf(values),
    ...asIs<readonly V[]>(),
    formatValue: (chosen) => chosen.map(textOf).join(", "),
    asked: (chosen) => [...chosen],
    draw: ({ value, onChange }) => (
      <MultiSelectField label={inputLabel} options={options} value={value} onChange={onChange} />
    ),
  });
}

/** A flag: yes, no or any. `texts` are its chips. */
export function flagField<R extends object>(
  spec: Spec<boolean, R> & { texts: { sim: string; nao: string } },
): FilterField<TriState, R, TriState> {
  const { label, inputLabel = label, texts } = spec;
  return makeField(spec, {
    ...TRI_STATE_PARAM,
    ...asIs<TriState>(),
    formatValue: (flag) => (flag === "todos" ? "" : texts[flag]),
    asked: (flag) => flag === "sim",
    draw: (props) => (
      <SelectField
        {...asText(props)}
        label={inputLabel}
        empty={{ value: "todos", label: t.tanto }}
        options={[
          { value: "nao", label: t.simNao.nao },
          { value: "sim", label: t.simNao.sim },
        ]}
      />
    ),
  });
}

/** An extension of the list, off or on. */
export function switchField<R extends object>(
  spec: Spec<boolean, R> & { texts: { off: string; on: string } },
): FilterField<boolean, R, boolean> {
  const { label, texts } = spec;
  return plainField(spec, {
    ...BOOLEAN_PARAM,
    formatValue: () => texts.on,
    draw: ({ value, onChange }) => (
      <SelectField
        label={label}
        empty={{ value: "", label: texts.off }}
        options={[{ value: "sim", label: texts.on }]}
        value={value ? "sim" : ""}
        onChange={(next) => onChange(next === "sim")}
      />
    ),
  });
}

/** The id of a record; its chip shows the name. Without `useOptions` only links set it. */
export function recordField<R extends object>(
  spec: Spec<string, R> & { any?: string; useOptions?: () => readonly SelectOption[] },
): FilterField<string, R, string> {
  const { label, any = "", useOptions } = spec;
  return plainField(spec, {
    ...ID_PARAM,
    formatValue: (id, nameOf) => nameOf(id),
    ...(useOptions && {
      draw: (props) => <OptionInput {...props} label={label} any={any} useOptions={useOptions} />,
    }),
  });
}

type Kind<V, A, T> = Omit<FilterField<V, object, T>, "param" | "label" | "toRequest"> & {
  asked: (value: V, today: Day) => A;
};

/** For a field whose value is typed as it is. */
function asIs<V>(): Pick<FilterField<V, object, V>, "toTyped" | "toValue" | "check"> {
  return { toTyped: (value) => value, toValue: (typed) => typed, check: () => ({}) };
}

function makeField<V, A, T, R extends object>(spec: Spec<A, R>, kind: Kind<V, A, T>): FilterField<V, R, T> {
  const { param, label, request } = spec;
  const { asked, ...rest } = kind;
  return {
    ...rest,
    param,
    label,
    toRequest: (value, today) => request?.(asked(value, today)) ?? ({} as R),
  };
}

/** A field whose value is typed and asked for as it is. */
function plainField<V, R extends object>(
  spec: Spec<V, R>,
  kind: ParamFormat<V> & Partial<Omit<Kind<V, V, V>, "asked">>,
): FilterField<V, R, V> {
  return makeField(spec, { formatValue: kind.write, ...asIs<V>(), asked: (value) => value, ...kind });
}

function searchText<R extends object>(
  spec: Spec<string, R>,
  draw: (props: InputProps<string>) => React.ReactNode,
): FilterField<string, R, string> {
  return plainField(spec, {
    ...TEXT_PARAM,
    toValue: (typed) => typed.trim(),
    check: (typed) => errorOf(checkSearchText(typed)),
    draw,
  });
}

/** Adapts a field with a fixed set of values to a select, which returns only values it was given. */
function asText<V extends string>({ onChange, ...props }: InputProps<V>): InputProps<string> {
  return { ...props, onChange: (value) => onChange(value as V) };
}

function errorOf(error: string | null): FieldErrors {
  return error === null ? {} : { "": error };
}

function sidesOf(range: RangeParam): Sides {
  const { de, ate } = splitRange(range);
  return { de: de || undefined, ate: ate || undefined };
}

function formatWhole(side: string): string {
  return formatInteger(Number(side));
}

function formatInstant(instant: string): string {
  const [day = "", time] = instant.split("T");
  return time === undefined ? formatDate(day) : `${formatDate(day)} ${time}`;
}
