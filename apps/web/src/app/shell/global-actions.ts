import { useMantineColorScheme } from "@mantine/core";
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBuilding,
  IconEqualNot,
  IconFileAlert,
  IconFileImport,
  IconFileZip,
  IconFilter,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMailbox,
  IconMailPlus,
  IconPlugConnected,
  IconRoute,
  IconStack2,
  IconTableExport,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { PaletteAction } from "../../features/search/palette-options.ts";
import { showStep } from "../../features/tour/tour-state.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { useIsOperator } from "../../rpc/operator/contas.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { signOut } from "../../rpc/session/sign-out.ts";
import { general } from "../../texts/app/general.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { tourTexts } from "../../texts/app/tour.ts";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";
import { DENSITIES, useDensity } from "../../ui/list/density.ts";
import { readPageCommands } from "../../ui/state/page-commands.ts";
import { COLOR_SCHEMES, MENU_ENTRIES, OPERATOR_ENTRIES } from "./menu-entries.ts";

const { acoes: names, grupos: groups, palavras: keywords } = texts;

/** An action that opens a page. */
type PageAction = Omit<PaletteAction, "id" | "grupo" | "run"> & { to: string };

const CONTA_PAGES: readonly PageAction[] = [
  ...MENU_ENTRIES.map(
    ({ to, name, icon, shortcutKey }): PageAction => ({
      to,
      nome: name,
      icone: icon,
      teclas: ["G", shortcutKey],
      ...(to === "/admin" ? { palavras: keywords.admin } : {}),
    }),
  ),
  { to: "/minha_conta", nome: general.minhaConta, palavras: keywords.minhaConta, icone: IconUserCircle },
];

/** The operator's pages, with a prefix that distinguishes them from the conta's pages of the same name. */
const OPERATOR_PAGES: readonly PageAction[] = OPERATOR_ENTRIES.map(({ to, name, icon }) => ({
  to,
  nome: to === "/operacao" ? name : `${operatorMenuTexts.operacao}: ${name}`,
  palavras: keywords.operacao,
  icone: icon,
}));

const MANAGER_PAGES: readonly PageAction[] = [
  { to: "/admin?tab=usuario", nome: names.usuarios, icone: IconUsers },
  { to: "/admin?tab=caixa", nome: names.caixas, icone: IconMailbox },
  { to: "/admin?tab=api", nome: names.api, icone: IconPlugConnected },
  { to: "/primeiros_passos", nome: names.primeirosPassos, icone: IconListCheck },
];

const TASKS: readonly PageAction[] = [
  { to: "/dfe_recebidos?tab=div", nome: names.divergencias, icone: IconEqualNot },
  { to: "/auditor?tab=faltando", nome: names.faltando, palavras: keywords.faltando, icone: IconFileAlert },
  { to: "/filtro/dfe_recebidos", nome: names.filtrar, icone: IconFilter },
  { to: "/importacao", nome: names.importar, palavras: keywords.importar, icone: IconFileImport },
  {
    to: "/admin?tab=exportacao",
    nome: names.exportacoes,
    palavras: keywords.exportacoes,
    icone: IconTableExport,
  },
  { to: "/lotes", nome: names.lotes, palavras: keywords.lotes, icone: IconStack2 },
  { to: "/repositorio", nome: names.repositorio, palavras: keywords.repositorio, icone: IconFileZip },
];

const MANAGER_TASKS: readonly PageAction[] = [
  { to: "/empresa/nova", nome: names.empresa, icone: IconBuilding },
  { to: "/caixaemail/nova", nome: names.caixa, icone: IconMailPlus },
  { to: "/usuario/novo", nome: names.usuario, icone: IconUserPlus },
];

/** The global actions; those that the user may not perform are left out. */
export function useGlobalActions(onShortcuts: () => void): PaletteAction[] {
  const navigate = useNavigate();
  const isManager = useIsManager() ?? false;
  const isOperator = useIsOperator() ?? false;
  const { setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity(useOwner());
  const open = (group: "ir" | "fazer", pages: readonly PageAction[]): PaletteAction[] =>
    pages.map(({ to, ...action }) => ({
      ...action,
      id: `${group}${to}`,
      grupo: groups[group],
      run: () => void navigate(to),
    }));
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate("/login");
  };
  return [
    ...readPageCommands().map((command) => ({ ...command, grupo: groups.pagina })),
    ...open("ir", CONTA_PAGES),
    ...open("ir", isOperator ? OPERATOR_PAGES : []),
    ...open("ir", isManager ? MANAGER_PAGES : []),
    ...open("fazer", TASKS),
    ...open("fazer", isManager ? MANAGER_TASKS : []),
    {
      id: "atalhos",
      grupo: groups.fazer,
      nome: general.atalhos,
      icone: IconKeyboard,
      teclas: ["?"],
      run: onShortcuts,
    },
    {
      id: "apresentacao",
      grupo: groups.fazer,
      nome: tourTexts.comecar,
      palavras: tourTexts.palavras,
      icone: IconRoute,
      run: () => showStep(0),
    },
    {
      id: "sair",
      grupo: groups.fazer,
      nome: general.sair,
      palavras: keywords.sair,
      icone: IconLogout,
      run: () => void leave(),
    },
    ...DENSITIES.filter((each) => each !== density).map((each) => ({
      id: `densidade-${each}`,
      grupo: groups.tema,
      nome: names.densidade[each],
      palavras: keywords.densidade,
      icone: each === "compacta" ? IconBaselineDensitySmall : IconBaselineDensityMedium,
      run: () => setDensity(each),
    })),
    ...COLOR_SCHEMES.map(([scheme, icone]) => ({
      id: scheme,
      grupo: groups.tema,
      nome: general.temas[scheme],
      palavras: keywords.tema,
      icone,
      run: () => setColorScheme(scheme),
    })),
  ];
}
