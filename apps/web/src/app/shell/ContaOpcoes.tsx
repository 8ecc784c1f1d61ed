import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { Atual } from "../../rpc/queries.ts";
import { sair } from "../../rpc/sair.ts";
import { geral } from "../../textos/geral.ts";
import { askAbandonar, releaseAlterados } from "../../ui/abandonar.ts";
import classes from "./ContaMenu.module.css";

const TEMAS: readonly { valor: MantineColorScheme; icone: TablerIcon }[] = [
  { valor: "light", icone: IconSun },
  { valor: "dark", icone: IconMoon },
  { valor: "auto", icone: IconDeviceDesktop },
];

/** One's own menu under one's name: theme, shortcuts, way out. */
export function ContaOpcoes(props: {
  atual: Atual;
  onAtalhos: (() => void) | undefined;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { atual, onAtalhos, botao, aberto } = props;
  const { usuario, conta } = atual;
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    if (!(await askAbandonar())) return;
    releaseAlterados();
    await sair();
    await navigate("/login");
  };
  return (
    <Menu position="bottom-end" width={232} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {usuario.nomeUsuario} · {conta.identificador}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void navigate("/minha_conta")}
        >
          {geral.minhaConta}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{geral.tema}</Menu.Label>
        <Temas />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onAtalhos}
        >
          {geral.atalhos}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {geral.sair}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Temas(): React.JSX.Element {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(valor) => setColorScheme(valor as MantineColorScheme)}>
      {TEMAS.map(({ valor, icone: Icone }) => (
        <Menu.RadioItem
          key={valor}
          value={valor}
          checkIcon={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
        >
          <span className={classes.tema}>
            <Icone size={16} stroke={1.6} aria-hidden="true" />
            {geral.temas[valor]}
          </span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
