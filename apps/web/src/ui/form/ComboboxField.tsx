import { Text, TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import classes from "./ComboboxField.module.css";

export type Suggestion = { valor: string; rotulo: string; detalhe?: string | null };

/**
 * A text field with a list of options: arrows move, Enter picks. Any other text may be typed as well.
 * Mantine's Autocomplete writes the label of an option into the field, and cannot open near a typed value.
 */
export function ComboboxField(
  props: Omit<TextInputProps, "onChange"> & {
    value: string;
    onType: (event: React.ChangeEvent<HTMLInputElement>) => void;
    options: readonly Suggestion[];
    onPick: (option: Suggestion) => void;
    /** Name of the list. */
    listLabel: string;
    /** Index of the option scrolled into view when the list opens. */
    nearIndex?: number;
  },
): React.JSX.Element {
  const { value, onType, options, onPick, listLabel, nearIndex = -1, onBlur, ...rest } = props;
  const combo = useCombo(options, onPick, nearIndex);
  const { aberta: opened, ativa: active, id, setAberta: setOpened } = combo;
  return (
    <div className={classes.combo}>
      <TextInput
        {...rest}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        aria-activedescendant={opened && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        // Esc closes the list, not the panel around the field.
        data-mantine-stop-propagation={opened ? "true" : undefined}
        onChange={(event) => {
          setOpened(true);
          onType(event);
        }}
        onClick={() => setOpened(true)}
        onKeyDown={combo.onKeyDown}
        onBlur={(event) => {
          setOpened(false);
          onBlur?.(event);
        }}
      />
      {opened && (
        <div ref={combo.ref} id={id} role="listbox" aria-label={listLabel} className={`menu ${classes.list}`}>
          {options.map((option, index) => (
            <div
              key={option.valor}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="menu-item"
              data-hovered={index === active || undefined}
              onPointerDown={(event) => {
                event.preventDefault();
                combo.pick(option);
              }}
            >
              {option.rotulo}
              {option.detalhe && (
                <Text size="xs" c="dimmed">
                  {option.detalhe}
                </Text>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** State of the list: open or closed, active option, keyboard handling. */
function useCombo(options: readonly Suggestion[], onPick: (option: Suggestion) => void, nearIndex: number) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [wanted, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const opened = wanted && options.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options reset the active one
  useEffect(() => setActive(-1), [options, opened]);
  useEffect(() => {
    if (!opened) return;
    const option = ref.current?.children[active >= 0 ? active : nearIndex];
    option?.scrollIntoView({ block: "nearest" });
  }, [opened, active, nearIndex]);
  const pick = (option: Suggestion): void => {
    onPick(option);
    setOpened(false);
  };
  const step = (by: 1 | -1): void => {
    const from = active >= 0 ? active : by > 0 ? nearIndex - 1 : nearIndex + 1;
    setActive(Math.min(Math.max(from + by, 0), options.length - 1));
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { key } = event;
    const chosen = opened ? options[active] : undefined;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (opened) step(key === "ArrowDown" ? 1 : -1);
      else setOpened(true);
    } else if (key === "Enter" && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (key === "Escape" && opened) {
      event.stopPropagation();
      setOpened(false);
    }
  };
  return { id, ref, aberta: opened, setAberta: setOpened, ativa: active, pick, onKeyDown };
}
