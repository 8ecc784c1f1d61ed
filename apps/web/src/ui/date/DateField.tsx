import { TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../network/load-code.ts";
import { calendarTexts } from "../../texts/app/calendar.ts";
import { type FieldProps, useMask } from "../form/MaskedField.tsx";
import { MASKS } from "../form/masks.ts";

const CalendarPopover = lazyPart(async () => (await import("./CalendarPopover.tsx")).CalendarPopover);

/**
 * A date field, typed as dd/MM/yyyy or picked in a calendar that loads on first use. `value` is the typed
 * text.
 */
export function DateField(
  props: FieldProps & {
    /** Accessible name, where the label is too short without its visual context. */
    name?: string;
    disabled?: boolean;
  },
): React.JSX.Element {
  const { label, name = label, value, onChange, onBlur, error, hint, disabled = false } = props;
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const field = useMask(MASKS.data, value, onChange);
  const open = (): void => {
    setWanted(true);
    setOpened(true);
  };
  const trigger = (
    <button
      type="button"
      className="icone icone-pequeno"
      aria-label={calendarTexts.abrir(name)}
      aria-haspopup="dialog"
      aria-expanded={opened}
      disabled={disabled}
      onClick={() => (opened ? setOpened(false) : open())}
    >
      <IconCalendar size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
  return (
    <TextInput
      {...field}
      label={label}
      aria-label={name === label ? undefined : name}
      error={error}
      description={error ? undefined : hint}
      placeholder={calendarTexts.formato}
      inputMode="numeric"
      disabled={disabled}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" || !event.altKey) return;
        event.preventDefault();
        open();
      }}
      rightSection={
        wanted ? (
          <Suspense fallback={trigger}>
            <CalendarPopover
              trigger={trigger}
              name={name}
              opened={opened}
              value={value}
              onClose={() => setOpened(false)}
              onPick={(data) => {
                onChange(data);
                setOpened(false);
              }}
            />
          </Suspense>
        ) : (
          trigger
        )
      }
    />
  );
}
