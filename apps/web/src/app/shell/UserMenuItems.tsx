import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconActivity,
  IconArrowBackUp,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CurrentUser } from "../../rpc/documents/queries.ts";
import { signOut } from "../../rpc/session/sign-out.ts";
import { general } from "../../texts/app/general.ts";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";
import { confirmLeave, releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import { isOperatorPage } from "./menu-entries.ts";
import classes from "./UserMenu.module.css";

const COLOR_SCHEMES: readonly { value: MantineColorScheme; icon: TablerIcon }[] = [
  { value: "light", icon: IconSun },
  { value: "dark", icon: IconMoon },
  { value: "auto", icon: IconDeviceDesktop },
];

/** The user menu: profile, theme, shortcuts, sign-out. */
export function UserMenuItems(props: {
  current: CurrentUser;
  onShortcuts: (() => void) | undefined;
  trigger: React.ReactElement;
}): React.JSX.Element {
  const { current, onShortcuts, trigger } = props;
  const { usuario, conta } = current;
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    if (!(await confirmLeave())) return;
    releaseUnsavedChanges();
    await signOut();
    await navigate("/login");
  };
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {usuario.nomeUsuario} · {conta.identificador}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void navigate("/minha_conta")}
        >
          {general.minhaConta}
        </Menu.Item>
        {current.produto && <OperatorItem />}
        <Menu.Divider />
        <Menu.Label>{general.tema}</Menu.Label>
        <ColorSchemes />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onShortcuts}
        >
          {general.atalhos}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {general.sair}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** For operators: a link to the operator's pages, and from there back to the conta. */
function OperatorItem(): React.JSX.Element {
  const navigate = useNavigate();
  const operator = isOperatorPage(useLocation().pathname);
  const Icon = operator ? IconArrowBackUp : IconActivity;
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void navigate(operator ? "/painel" : "/operacao")}
    >
      {operator ? operatorMenuTexts.voltarConta : operatorMenuTexts.operacao}
    </Menu.Item>
  );
}

function ColorSchemes(): React.JSX.Element {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {COLOR_SCHEMES.map(({ value, icon: Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checkIcon={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
        >
          <span className={classes.tema}>
            <Icon size={16} stroke={1.6} aria-hidden="true" />
            {general.temas[value]}
          </span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
