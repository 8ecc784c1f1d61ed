import { IconFileCheck, IconInbox } from "@tabler/icons-react";
import { useIsGerente, useIsSemCaixa } from "../../rpc/caixas.ts";
import type { Papel } from "../../rpc/queries.ts";
import { vazio } from "../../textos/notas-vazio.ts";
import { Botao, BotaoLink } from "../../ui/Botao.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SemCaixa } from "../../ui/SemCaixa.tsx";
import { type Aba, clearFiltro, type Filtro, fichasOf } from "./filtro.ts";

/** Empty state of a list: why it is empty, and the next action. */
export function NotasVazio(props: {
  papel: Papel;
  aba: Aba;
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { papel, aba, filtro, onChange } = props;
  const semCaixa = useIsSemCaixa();
  const gerente = useIsGerente() ?? false;
  if (semCaixa && aba === "repo") {
    return <SemCaixa titulo={vazio.semCaixa} texto={vazio.semCaixaTexto} gerente={gerente} />;
  }
  const limpar = <Acao key="limpar" rotulo={vazio.limpar} onClick={() => onChange(clearFiltro())} />;
  if (aba === "div") {
    return (
      <EmptyState icone={IconFileCheck} titulo={vazio.div} acao={fichasOf(filtro).length > 0 ? limpar : null}>
        {vazio.divTexto}
      </EmptyState>
    );
  }
  // Documents of terceiros appear only in the received list, and only if the filter includes them.
  const terceiros = papel === "E" && !filtro.terceiros && (
    <Acao
      key="terceiros"
      rotulo={filtro.texto ? vazio.buscarTerceiros : vazio.verTerceiros}
      onClick={() => onChange({ ...filtro, terceiros: true })}
    />
  );
  if (fichasOf(filtro).length === 0) {
    return (
      <EmptyState
        icone={IconInbox}
        titulo={papel === "E" ? vazio.nada : vazio.nadaEmitido}
        acao={[
          <BotaoLink key="emails" to="/emails">
            {vazio.verEmails}
          </BotaoLink>,
          terceiros,
        ]}
      >
        {papel === "E" ? vazio.nadaTexto : vazio.nadaEmitidoTexto}
      </EmptyState>
    );
  }
  const processados = filtro.erp === "nao" && (
    <Acao
      key="processados"
      rotulo={vazio.mostrarProcessados}
      onClick={() => onChange({ ...filtro, erp: "todos" })}
    />
  );
  return (
    <EmptyState icone={IconInbox} titulo={vazio.filtro} acao={[terceiros, processados, limpar]}>
      {filtro.texto && terceiros ? vazio.buscaTexto : processados ? vazio.processados : vazio.filtroTexto}
    </EmptyState>
  );
}

function Acao({ rotulo, onClick }: { rotulo: string; onClick: () => void }): React.JSX.Element {
  return <Botao onClick={onClick}>{rotulo}</Botao>;
}
