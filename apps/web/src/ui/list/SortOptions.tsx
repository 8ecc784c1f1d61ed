import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

export type SortProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** The menu of sort orders, with its button. */
export function SortOptions<T extends string>(
  props: SortProps<T> & { trigger: React.ReactElement },
): React.JSX.Element {
  const { label, value, options, onChange, trigger } = props;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.RadioGroup value={value} onChange={(next) => onChange(next as T)}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
