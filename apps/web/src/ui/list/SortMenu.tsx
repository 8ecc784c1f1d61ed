import { Button, Menu } from "@mantine/core";
import { IconArrowsSort, IconCheck } from "@tabler/icons-react";
import { filterTexts } from "../../texts/lists/filters.ts";

export type SortProps<T extends string> = {
  label?: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** The sort order of a list: the button shows the current one, the menu all of them. */
export function SortMenu<T extends string>(props: SortProps<T>): React.JSX.Element {
  const { label = filterTexts.ordenar, value, options, onChange } = props;
  const current = options.find((option) => option.value === value)?.label ?? label;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          className="botao-icone"
          aria-label={`${label}: ${current}`}
          leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {current}
        </Button>
      </Menu.Target>
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
