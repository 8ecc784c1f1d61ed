import { diaInZona } from "@malote/syntax";
import { useZona } from "../../rpc/atual.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { FiltroGaveta } from "../../ui/FiltroGaveta.tsx";
import { EmailFiltroForm } from "./EmailFiltroForm.tsx";
import type { Filtro } from "./filtro.ts";

/** The filter in a drawer beside the list. */
export function EmailFiltroGaveta(props: {
  aberto: boolean;
  onClose: () => void;
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { aberto, onClose, filtro, onChange } = props;
  const zona = useZona();
  return (
    <FiltroGaveta titulo={t.titulos.emails} aberto={aberto} onClose={onClose}>
      {(onDirty, onCancelar) => (
        <EmailFiltroForm
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
