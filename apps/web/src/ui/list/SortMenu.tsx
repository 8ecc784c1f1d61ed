import { IconArrowsSort } from "@tabler/icons-react";
import { PlainButton } from "../form/PlainButton.tsx";
import type { SortProps } from "./SortOptions.tsx";
import { SortOptions } from "./SortOptions.tsx";

/** The sort order of a list: the button shows the current one, the menu all of them. */
export function SortMenu<T extends string>(props: SortProps<T>): React.JSX.Element {
  const { label, value, options, onChange } = props;
  const current = options.find((option) => option.value === value)?.label ?? label;
  return (
    <SortOptions
      label={label}
      value={value}
      options={options}
      onChange={(next) => onChange(next as T)}
      trigger={
        <PlainButton
          iconOnly
          aria-label={`${label}: ${current}`}
          icon={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {current}
        </PlainButton>
      }
    />
  );
}
