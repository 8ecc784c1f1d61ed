import { parseTime } from "@malote/contract";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { ComboboxField } from "../form/ComboboxField.tsx";
import type { FieldProps } from "../form/MaskedField.tsx";
import { indexOfTime, QUARTER_HOURS } from "./quarter-hours.ts";

const TIME_OPTIONS = QUARTER_HOURS.map((time) => ({ valor: time, rotulo: time }));

/** A time field, typed as HH:mm or picked from quarter hours; "9" becomes 09:00 on blur. */
export function TimeField(
  props: FieldProps & {
    /** Accessible name, where the label is too short without its visual context. */
    name?: string;
    disabled?: boolean;
  },
): React.JSX.Element {
  const { label, name = label, value, onChange, onBlur, error, hint, disabled = false } = props;
  return (
    <ComboboxField
      label={label}
      aria-label={name === label ? undefined : name}
      listLabel={name}
      value={value}
      onType={({ currentTarget }) => onChange(currentTarget.value)}
      options={TIME_OPTIONS}
      nearIndex={indexOfTime(value)}
      onPick={({ valor: time }) => onChange(time)}
      error={error}
      description={error ? undefined : hint}
      placeholder={calendarTexts.formatoHora}
      maxLength={5}
      disabled={disabled}
      onBlur={() => {
        const time = parseTime(value);
        if (time !== null && time !== value) onChange(time);
        onBlur?.();
      }}
    />
  );
}
