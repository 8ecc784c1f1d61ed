import { diaInZona } from "@malote/syntax";
import { useLocation } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { FiltroGaveta } from "../../ui/FiltroGaveta.tsx";
import type { Filtro } from "./filtro.ts";
import { NotaFiltroForm } from "./NotaFiltroForm.tsx";

/** Drawer with the filter of a list of documents. */
export function NotaFiltroGaveta(props: {
  aberto: boolean;
  onClose: () => void;
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { aberto, onClose, filtro, onChange } = props;
  const { pathname } = useLocation();
  const zona = useZona();
  const lista = pathname === "/dfe_emitidos" ? "dfe_emitidos" : "dfe_recebidos";
  return (
    <FiltroGaveta titulo={t.titulos[lista]} aberto={aberto} onClose={onClose}>
      {(onDirty, onCancelar) => (
        <NotaFiltroForm
          papel={lista === "dfe_emitidos" ? "S" : "E"}
          hoje={diaInZona(new Date(), zona)}
          filtro={filtro}
          onDirty={onDirty}
          onCancelar={onCancelar}
          onAplicar={(next) => {
            onClose();
            onChange(next);
          }}
        />
      )}
    </FiltroGaveta>
  );
}
