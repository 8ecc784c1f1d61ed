import { useMantineColorScheme } from "@mantine/core";
import {
  IconBuilding,
  IconDeviceDesktop,
  IconEqualNot,
  IconFileImport,
  IconFileZip,
  IconFilter,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMailPlus,
  IconMoon,
  IconSun,
  IconTableExport,
  IconUserCircle,
  IconUserPlus,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { PaletteAction } from "../../features/search/palette-options.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { useIsOperator } from "../../rpc/operator/contas.ts";
import { signOut } from "../../rpc/session/sign-out.ts";
import { general } from "../../texts/app/general.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";
import { MENU_ENTRIES, type MenuEntry } from "./menu-entries.ts";
import { OPERATOR_ENTRIES } from "./operator-entries.ts";

const { acoes: actions, grupos: groups, palavras: keywords } = texts;

/** The global actions; those that the user may not perform are left out. */
export function useGlobalActions(onShortcuts: () => void): PaletteAction[] {
  const navigate = useNavigate();
  const isManager = useIsManager() ?? false;
  const isOperator = useIsOperator() ?? false;
  const { setColorScheme } = useMantineColorScheme();
  const go =
    (to: string): (() => void) =>
    () =>
      void navigate(to);
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate("/login");
  };
  const goActions: PaletteAction[] = MENU_ENTRIES.map(({ to, name: actionName, icon, shortcutKey: key }) => ({
    id: to,
    grupo: groups.ir,
    nome: actionName,
    icone: icon,
    teclas: ["G", key],
    run: go(to),
    ...(to === "/admin" ? { palavras: keywords.admin } : {}),
  }));
  const doAction = (action: Omit<PaletteAction, "grupo">): PaletteAction => ({
    ...action,
    grupo: groups.fazer,
  });
  const themeAction = (action: Omit<PaletteAction, "grupo" | "palavras">): PaletteAction => ({
    ...action,
    grupo: groups.tema,
    palavras: keywords.tema,
  });
  const managerActions: PaletteAction[] = [
    doAction({ id: "empresa", nome: actions.empresa, icone: IconBuilding, run: go("/empresa/nova") }),
    doAction({ id: "caixa", nome: actions.caixa, icone: IconMailPlus, run: go("/caixaemail/nova") }),
    doAction({ id: "usuario", nome: actions.usuario, icone: IconUserPlus, run: go("/usuario/novo") }),
  ];
  return [
    ...goActions,
    {
      id: "conta",
      grupo: groups.ir,
      nome: general.minhaConta,
      palavras: keywords.minhaConta,
      icone: IconUserCircle,
      run: go("/minha_conta"),
    },
    ...(isOperator ? OPERATOR_ENTRIES.map((entry) => operatorAction(entry, go)) : []),
    ...(isManager
      ? [
          {
            id: "passos",
            grupo: groups.ir,
            nome: actions.primeirosPassos,
            icone: IconListCheck,
            run: go("/primeiros_passos"),
          },
        ]
      : []),
    doAction({
      id: "div",
      nome: actions.divergencias,
      icone: IconEqualNot,
      run: go("/dfe_recebidos?tab=div"),
    }),
    doAction({ id: "filtrar", nome: actions.filtrar, icone: IconFilter, run: go("/filtro/dfe_recebidos") }),
    doAction({
      id: "importar",
      nome: actions.importar,
      palavras: keywords.importar,
      icone: IconFileImport,
      run: go("/importacao"),
    }),
    doAction({
      id: "exportacoes",
      nome: actions.exportacoes,
      palavras: keywords.exportacoes,
      icone: IconTableExport,
      run: go("/admin?tab=exportacao"),
    }),
    doAction({
      id: "zip",
      nome: actions.repositorio,
      palavras: keywords.repositorio,
      icone: IconFileZip,
      run: go("/repositorio"),
    }),
    ...(isManager ? managerActions : []),
    doAction({ id: "atalhos", nome: general.atalhos, icone: IconKeyboard, teclas: ["?"], run: onShortcuts }),
    doAction({
      id: "sair",
      nome: general.sair,
      palavras: keywords.sair,
      icone: IconLogout,
      run: () => void leave(),
    }),
    themeAction({
      id: "claro",
      nome: general.temas.light,
      icone: IconSun,
      run: () => setColorScheme("light"),
    }),
    themeAction({
      id: "escuro",
      nome: general.temas.dark,
      icone: IconMoon,
      run: () => setColorScheme("dark"),
    }),
    themeAction({
      id: "sistema",
      nome: general.temas.auto,
      icone: IconDeviceDesktop,
      run: () => setColorScheme("auto"),
    }),
  ];
}

/** An operator's page, with a prefix that distinguishes it from the conta's page of the same name. */
function operatorAction(
  { to, name: actionName, icon }: MenuEntry,
  go: (to: string) => () => void,
): PaletteAction {
  const name = to === "/operacao" ? actionName : `${operatorMenuTexts.operacao}: ${actionName}`;
  return { id: to, grupo: groups.ir, nome: name, icone: icon, palavras: keywords.operacao, run: go(to) };
}
