import { Button } from "@mantine/core";
import { IconFileCheck, IconInbox } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Papel } from "../../rpc/queries.ts";
import { notas } from "../../textos/notas.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { type Aba, clearFiltro, type Filtro, fichasOf } from "./filtro.ts";

/** An empty list: why it is empty, and the next action. */
export function NotasVazio(props: {
  papel: Papel;
  aba: Aba;
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { papel, aba, filtro, onChange } = props;
  const { vazio } = notas;
  const limpar = (
    <Button variant="default" onClick={() => onChange(clearFiltro())}>
      {vazio.limpar}
    </Button>
  );
  if (aba === "div") {
    return (
      <EmptyState icone={IconFileCheck} titulo={vazio.div} acao={fichasOf(filtro).length > 0 ? limpar : null}>
        {vazio.divTexto}
      </EmptyState>
    );
  }
  if (fichasOf(filtro).length === 0) {
    return (
      <EmptyState
        icone={IconInbox}
        titulo={papel === "E" ? vazio.nada : vazio.nadaEmitido}
        acao={
          <Button variant="default" component={Link} to="/emails">
            {vazio.verEmails}
          </Button>
        }
      >
        {papel === "E" ? vazio.nadaTexto : vazio.nadaEmitidoTexto}
      </EmptyState>
    );
  }
  const processados = (
    <Button variant="default" onClick={() => onChange({ ...filtro, erp: "todos" })}>
      {vazio.mostrarProcessados}
    </Button>
  );
  const hidesDone = filtro.erp === "nao";
  return (
    <EmptyState icone={IconInbox} titulo={vazio.filtro} acao={hidesDone ? [processados, limpar] : limpar}>
      {hidesDone ? vazio.processados : vazio.filtroTexto}
    </EmptyState>
  );
}
