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
import type { Acao } from "../../features/busca/opcoes.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { useIsDoProduto } from "../../rpc/produto.ts";
import { sair } from "../../rpc/sair.ts";
import { busca as textos } from "../../textos/busca.ts";
import { geral } from "../../textos/geral.ts";
import { operacaoMenu } from "../../textos/operacao-menu.ts";
import { ENTRADAS, type EntradaDoMenu } from "./entradas.ts";
import { OPERATOR_ENTRIES } from "./operator-entries.ts";

const { acoes, grupos, palavras } = textos;

/** The global actions; those that the user may not perform are left out. */
export function useAcoes(onAtalhos: () => void): Acao[] {
  const navigate = useNavigate();
  const gerente = useIsGerente() ?? false;
  const doProduto = useIsDoProduto() ?? false;
  const { setColorScheme } = useMantineColorScheme();
  const go =
    (to: string): (() => void) =>
    () =>
      void navigate(to);
  const leave = async (): Promise<void> => {
    await sair();
    await navigate("/login");
  };
  const ir: Acao[] = ENTRADAS.map(({ to, nome, icone, tecla }) => ({
    id: to,
    grupo: grupos.ir,
    nome,
    icone,
    teclas: ["G", tecla],
    run: go(to),
    ...(to === "/admin" ? { palavras: palavras.admin } : {}),
  }));
  const fazer = (acao: Omit<Acao, "grupo">): Acao => ({ ...acao, grupo: grupos.fazer });
  const tema = (acao: Omit<Acao, "grupo" | "palavras">): Acao => ({
    ...acao,
    grupo: grupos.tema,
    palavras: palavras.tema,
  });
  const soGerente: Acao[] = [
    fazer({ id: "empresa", nome: acoes.empresa, icone: IconBuilding, run: go("/empresa/nova") }),
    fazer({ id: "caixa", nome: acoes.caixa, icone: IconMailPlus, run: go("/caixaemail/nova") }),
    fazer({ id: "usuario", nome: acoes.usuario, icone: IconUserPlus, run: go("/usuario/novo") }),
  ];
  return [
    ...ir,
    {
      id: "conta",
      grupo: grupos.ir,
      nome: geral.minhaConta,
      palavras: palavras.minhaConta,
      icone: IconUserCircle,
      run: go("/minha_conta"),
    },
    ...(doProduto ? OPERATOR_ENTRIES.map((entry) => operatorAction(entry, go)) : []),
    ...(gerente
      ? [
          {
            id: "passos",
            grupo: grupos.ir,
            nome: acoes.primeirosPassos,
            icone: IconListCheck,
            run: go("/primeiros_passos"),
          },
        ]
      : []),
    fazer({ id: "div", nome: acoes.divergencias, icone: IconEqualNot, run: go("/dfe_recebidos?tab=div") }),
    fazer({ id: "filtrar", nome: acoes.filtrar, icone: IconFilter, run: go("/filtro/dfe_recebidos") }),
    fazer({
      id: "importar",
      nome: acoes.importar,
      palavras: palavras.importar,
      icone: IconFileImport,
      run: go("/importacao"),
    }),
    fazer({
      id: "exportacoes",
      nome: acoes.exportacoes,
      palavras: palavras.exportacoes,
      icone: IconTableExport,
      run: go("/admin?tab=exportacao"),
    }),
    fazer({
      id: "zip",
      nome: acoes.repositorio,
      palavras: palavras.repositorio,
      icone: IconFileZip,
      run: go("/repositorio"),
    }),
    ...(gerente ? soGerente : []),
    fazer({ id: "atalhos", nome: geral.atalhos, icone: IconKeyboard, teclas: ["?"], run: onAtalhos }),
    fazer({
      id: "sair",
      nome: geral.sair,
      palavras: palavras.sair,
      icone: IconLogout,
      run: () => void leave(),
    }),
    tema({ id: "claro", nome: geral.temas.light, icone: IconSun, run: () => setColorScheme("light") }),
    tema({ id: "escuro", nome: geral.temas.dark, icone: IconMoon, run: () => setColorScheme("dark") }),
    tema({
      id: "sistema",
      nome: geral.temas.auto,
      icone: IconDeviceDesktop,
      run: () => setColorScheme("auto"),
    }),
  ];
}

/** An operator's page, with a prefix that distinguishes it from the conta's page of the same name. */
function operatorAction({ to, nome, icone }: EntradaDoMenu, go: (to: string) => () => void): Acao {
  const name = to === "/operacao" ? nome : `${operacaoMenu.operacao}: ${nome}`;
  return { id: to, grupo: grupos.ir, nome: name, icone, palavras: palavras.operacao, run: go(to) };
}
