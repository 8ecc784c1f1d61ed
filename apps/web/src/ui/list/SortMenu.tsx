import { IconArrowsSort } from "@tabler/icons-react";
import { lazy } from "react";
import { PlainButton } from "../form/PlainButton.tsx";
import { Deferred } from "../overlay/Deferred.tsx";
import type { SortProps } from "./SortOptions.tsx";

const SortOptions = lazy(async () => ({ default: (await import("./SortOptions.tsx")).SortOptions }));

/** The sort order of a list: the button shows the current one, the menu all of them. */
export function SortMenu<T extends string>(props: SortProps<T>): React.JSX.Element {
  const { label, value, options, onChange } = props;
  const current = options.find((option) => option.value === value)?.label ?? label;
  return (
    <Deferred
      trigger={
        <PlainButton
          iconOnly
          aria-label={`${label}: ${current}`}
          icon={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {current}
        </PlainButton>
      }
    >
      {(trigger, opened) => (
        <SortOptions
          label={label}
          value={value}
          options={options}
          onChange={(next) => onChange(next as T)}
          trigger={trigger}
          opened={opened}
        />
      )}
    </Deferred>
  );
}
