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
import type { Atual } from "../../rpc/queries.ts";
import { sair } from "../../rpc/sair.ts";
import { geral } from "../../textos/geral.ts";
import { operacaoMenu } from "../../textos/operacao-menu.ts";
import { askAbandonar, releaseAlterados } from "../../ui/abandonar.ts";
import classes from "./ContaMenu.module.css";
import { isOperatorPage } from "./entradas.ts";

const TEMAS: readonly { valor: MantineColorScheme; icone: TablerIcon }[] = [
  { valor: "light", icone: IconSun },
  { valor: "dark", icone: IconMoon },
  { valor: "auto", icone: IconDeviceDesktop },
];

/** The user menu: profile, theme, shortcuts, sign-out. */
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
        {atual.produto && <OperatorItem />}
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

/** For operators: a link to the operator's pages, and from there back to the conta. */
function OperatorItem(): React.JSX.Element {
  const navigate = useNavigate();
  const operator = isOperatorPage(useLocation().pathname);
  const Icone = operator ? IconArrowBackUp : IconActivity;
  return (
    <Menu.Item
      leftSection={<Icone size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => void navigate(operator ? "/painel" : "/operacao")}
    >
      {operator ? operacaoMenu.voltarConta : operacaoMenu.operacao}
    </Menu.Item>
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
