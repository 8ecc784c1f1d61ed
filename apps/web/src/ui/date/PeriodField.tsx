import type { Day } from "@malote/syntax";
import { NativeSelect } from "@mantine/core";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { DateField } from "./DateField.tsx";
import classes from "./PeriodField.module.css";
import { PRESETS, type Preset } from "./period.ts";
import { type TypedPeriod, toTypedPeriod } from "./typed-period.ts";

/**
 * A period field: a preset, or two days typed or picked. Its owner parses the value with
 * `readTypedPeriod` (null while invalid) and gets the errors from `checkTypedPeriod`.
 */
export function PeriodField(props: {
  label: string;
  value: TypedPeriod;
  onChange: (inputValue: TypedPeriod) => void;
  onBlur?: (() => void) | undefined;
  /** Today in the conta's zone. */
  today: Day;
  errors?: { de?: string | undefined; ate?: string | undefined };
  /** The presets to offer. */
  presets?: readonly Preset[];
}): React.JSX.Element {
  const { label, value: inputValue, onChange, onBlur, today, errors = {}, presets = PRESETS } = props;
  const type = (part: Partial<TypedPeriod>): void => onChange({ ...inputValue, ...part, preset: "" });
  return (
    <fieldset className={classes.period}>
      <legend className="vh">{label}</legend>
      <NativeSelect
        className={classes.preset}
        label={label}
        value={inputValue.preset}
        onBlur={onBlur}
        onChange={({ currentTarget: { value } }) => {
          const preset = presets.find((known) => known === value);
          if (preset) onChange(toTypedPeriod(preset, today));
          else onChange({ ...inputValue, preset: "" });
        }}
        data={[
          ...presets.map((value) => ({ value, label: filterTexts.periodos[value] })),
          { value: "", label: calendarTexts.escolhidas },
        ]}
      />
      <DateField
        label={calendarTexts.ladoDe}
        name={calendarTexts.campoDe(label)}
        value={inputValue.de}
        error={errors.de}
        onBlur={onBlur}
        onChange={(de) => type({ de })}
      />
      <DateField
        label={calendarTexts.ladoAte}
        name={calendarTexts.campoAte(label)}
        value={inputValue.ate}
        error={errors.ate}
        onBlur={onBlur}
        onChange={(ate) => type({ ate })}
      />
    </fieldset>
  );
}
