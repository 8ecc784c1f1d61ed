import { diaInZona } from "@malote/syntax";
import { useZona } from "../../rpc/atual.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { FiltroGaveta } from "../../ui/FiltroGaveta.tsx";
import { AuditorFiltroForm } from "./AuditorFiltroForm.tsx";
import type { Filtro } from "./filtro.ts";

/** Drawer with the filter of the auditor's list. */
export function AuditorFiltroGaveta(props: {
  aberto: boolean;
  onClose: () => void;
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { aberto, onClose, filtro, onChange } = props;
  const zona = useZona();
  return (
    <FiltroGaveta titulo={t.titulos.auditor} aberto={aberto} onClose={onClose}>
      {(onDirty, onCancelar) => (
        <AuditorFiltroForm
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
