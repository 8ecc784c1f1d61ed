import { IconFilter } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { filtros } from "../textos/filtros.ts";
import { Botao, BotaoLink } from "./Botao.tsx";
import { FiltroTotal } from "./FiltroTotal.tsx";
import { useIsPhone } from "./telas.ts";

/**
 * The filter button with the number of active filters. Opens the form beside the list; on a phone, the
 * form's page.
 */
export function FiltroAlvo(props: {
  total: number;
  /** The form in its panel; loaded on the first click. */
  children: (aberto: boolean, onClose: () => void) => React.ReactNode;
}): React.JSX.Element {
  const { total, children } = props;
  const { pathname, search } = useLocation();
  const phone = useIsPhone();
  const [pedido, setPedido] = useState(false);
  const [aberto, setAberto] = useState(false);
  const aparencia = {
    soIcone: true,
    icone: <IconFilter size={16} stroke={1.6} aria-hidden="true" />,
    fim: total > 0 && <FiltroTotal total={total} />,
  };
  if (phone) {
    return (
      <BotaoLink {...aparencia} to={`/filtro${pathname}${search}`}>
        {filtros.filtrar}
      </BotaoLink>
    );
  }
  return (
    <>
      <Botao
        {...aparencia}
        aria-haspopup="dialog"
        aria-expanded={aberto}
        onClick={() => {
          setPedido(true);
          setAberto(true);
        }}
      >
        {filtros.filtrar}
      </Botao>
      {pedido && <Suspense>{children(aberto, () => setAberto(false))}</Suspense>}
    </>
  );
}
