import { IconPlus } from "@tabler/icons-react";
import { filtros } from "../textos/filtros.ts";
import { BotaoLink } from "./Botao.tsx";
import { OrdemMenu } from "./OrdemMenu.tsx";
import type { OrdemProps } from "./OrdemOpcoes.tsx";

/** Actions of an administration list: sort order, and a link to create an item. */
export function ListaAcoes<T extends string>(
  props: Omit<OrdemProps<T>, "rotulo"> & {
    /** Null when the user may not create one. */
    nova: { rotulo: string; to: string } | null;
    /** The empty state already offers the creation link, and there is nothing to sort: no actions. */
    vazia: boolean;
  },
): React.JSX.Element | null {
  const { nova, vazia, ...ordem } = props;
  if (vazia) return null;
  return (
    <>
      <OrdemMenu rotulo={filtros.ordenar} {...ordem} />
      {nova && (
        <BotaoLink
          variante="cheia"
          soIcone
          to={nova.to}
          icone={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        >
          {nova.rotulo}
        </BotaoLink>
      )}
    </>
  );
}
