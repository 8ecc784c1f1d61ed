import { Menu } from "@mantine/core";
import { IconDots, type TablerIcon } from "@tabler/icons-react";

/** An action on one row. isDangerous: it comes below a line, in red. */
export type RowAction = {
  label: string;
  icon: TablerIcon;
  disabled?: boolean;
  isDangerous?: boolean;
  onClick: () => void;
};

/** The actions on a row, behind three dots. Mantine's Menu: it adds only their common look. */
export function RowMenu(props: {
  label: string;
  actions: readonly (RowAction | false)[];
}): React.JSX.Element {
  const actions = props.actions.filter((action) => action !== false);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className="icone" aria-label={props.label}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={props.label}>
        {actions.map(({ label, icon: Icon, isDangerous = false, ...item }) => [
          isDangerous && <Menu.Divider key="linha" />,
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
            data-perigo={isDangerous || undefined}
            {...item}
          >
            {label}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
