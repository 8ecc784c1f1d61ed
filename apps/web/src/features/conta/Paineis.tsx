import type { Conta } from "../../rpc/minha-conta.ts";
import type { Usuario } from "../../rpc/usuarios.ts";
import { ContaPainel } from "./ContaPainel.tsx";
import { SegundoFator } from "./SegundoFator.tsx";
import { SenhaPainel } from "./SenhaPainel.tsx";
import { Sessoes } from "./Sessoes.tsx";
import { UsoPainel } from "./UsoPainel.tsx";
import { VocePainel } from "./VocePainel.tsx";

/** Every section of one's conta, in its order. */
export function Paineis({ conta, usuario }: { conta: Conta; usuario: Usuario }): React.JSX.Element {
  const gerente = usuario.administrador || usuario.proprietarioConta;
  return (
    <>
      <ContaPainel conta={conta} gerente={gerente} />
      <UsoPainel conta={conta} />
      <VocePainel usuario={usuario} />
      <SenhaPainel usuario={usuario} />
      {(gerente || usuario.segundoFator) && <SegundoFator ligado={usuario.segundoFator} />}
      <Sessoes />
    </>
  );
}
