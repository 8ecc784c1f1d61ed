import {
  Avatar,
  Group,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import {
  IconActivity,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconUserCircle,
} from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router-dom";
import { displayNameOf, initialsOf } from "../../features/auth/user-name.ts";
import {
  chooseLanguage,
  LANGUAGES,
  type Language,
  language,
  languageTagOf,
} from "../../languages/language.ts";
import type { CurrentUser } from "../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { signOut } from "../../rpc/session/sign-out.ts";
import { general } from "../../texts/app/general.ts";
import { languageTexts } from "../../texts/app/language.ts";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";
import { confirmLeave, releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import { COLOR_SCHEMES, isOperatorPage } from "./menu-entries.ts";
import classes from "./Shell.module.css";

const ICON_PROPS = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

type OnShortcuts = (() => void) | undefined;

/** The signed-in user's name, with the user menu: profile, theme, shortcuts, sign-out. */
export function UserMenu({ onShortcuts }: { onShortcuts: OnShortcuts }): React.JSX.Element {
  const current = useCurrentUser();
  // The final size, so that nothing moves when the name arrives.
  if (!current) return <Group w={140} h={36} />;
  const { usuario } = current;
  const name = displayNameOf(usuario);
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={general.menuUsuario(name)}>
          <Avatar component="span" variant="filled" color="malote" size={26} aria-hidden="true">
            {initialsOf(name)}
          </Avatar>
          <Text span inherit truncate maw={160}>
            {name}
          </Text>
          <IconChevronDown {...ICON_PROPS} style={{ marginLeft: "auto" }} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <UserMenuItems current={current} onShortcuts={onShortcuts} />
      </Menu.Dropdown>
    </Menu>
  );
}

function UserMenuItems(props: { current: CurrentUser; onShortcuts: OnShortcuts }): React.JSX.Element {
  const { current, onShortcuts } = props;
  const navigate = useNavigate();
  const onOperatorPage = isOperatorPage(useLocation().pathname);
  const OperatorIcon = onOperatorPage ? IconArrowBackUp : IconActivity;
  const leave = async (): Promise<void> => {
    if (!(await confirmLeave())) return;
    releaseUnsavedChanges();
    await signOut();
    await navigate("/login");
  };
  return (
    <>
      <Menu.Label>
        {current.usuario.nomeUsuario} · {current.conta.identificador}
      </Menu.Label>
      <Menu.Item
        leftSection={<IconUserCircle {...ICON_PROPS} />}
        onClick={() => void navigate("/minha_conta")}
      >
        {general.minhaConta}
      </Menu.Item>
      {current.produto && (
        <Menu.Item
          leftSection={<OperatorIcon {...ICON_PROPS} />}
          onClick={() => void navigate(onOperatorPage ? "/painel" : "/operacao")}
        >
          {onOperatorPage ? operatorMenuTexts.voltarConta : operatorMenuTexts.operacao}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{general.tema}</Menu.Label>
      <ColorSchemes />
      <Menu.Divider />
      <Menu.Label>{languageTexts.idioma}</Menu.Label>
      <Languages />
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard {...ICON_PROPS} />} onClick={onShortcuts}>
        {general.atalhos}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout {...ICON_PROPS} />} onClick={() => void leave()}>
        {general.sair}
      </Menu.Item>
    </>
  );
}

function ColorSchemes(): React.JSX.Element {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {COLOR_SCHEMES.map(([value, Icon]) => (
        <Menu.RadioItem key={value} value={value} checkIcon={<IconCheck {...ICON_PROPS} />}>
          <Group component="span" gap={8} wrap="nowrap">
            <Icon {...ICON_PROPS} />
            {general.temas[value]}
          </Group>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** The page loads again in the chosen language, after the question about unsaved changes. */
function Languages(): React.JSX.Element {
  const choose = async (chosen: Language): Promise<void> => {
    if (chosen === language || !(await confirmLeave())) return;
    releaseUnsavedChanges();
    chooseLanguage(chosen);
  };
  return (
    <Menu.RadioGroup value={language} onChange={(value) => void choose(value as Language)}>
      {Object.entries(LANGUAGES).map(([value, name]) => (
        <Menu.RadioItem
          key={value}
          value={value}
          lang={languageTagOf(value as Language)}
          checkIcon={<IconCheck {...ICON_PROPS} />}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
