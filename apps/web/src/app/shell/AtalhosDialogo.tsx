import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { listaDeAtalhos as atalhos } from "../../textos/atalhos.ts";
import { geral } from "../../textos/geral.ts";
import { areAtalhosLigados, setAtalhosLigados } from "../../ui/atalhos.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import classes from "./AtalhosDialogo.module.css";

/** The list of keyboard shortcuts, and the switch that turns single-key shortcuts off. */
export function AtalhosDialogo(props: { opened: boolean; onClose: () => void }): React.JSX.Element {
  const [ligados, setLigados] = useState(areAtalhosLigados);
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={geral.atalhos}
      size={480}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      {atalhos.grupos.map((grupo) => (
        <section key={grupo.titulo} className={classes.grupo}>
          <h3 className="t-rotulo">{grupo.titulo}</h3>
          <dl>
            {grupo.teclas.map(({ teclas, texto }) => (
              <div key={teclas.join()} className={classes.linha}>
                <dt>{texto}</dt>
                <dd>
                  {teclas.map((tecla) => (
                    <Kbd key={tecla}>{tecla}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt={16}
        checked={ligados}
        label={atalhos.ligados}
        description={atalhos.ligadosDica}
        onChange={(event) => {
          setAtalhosLigados(event.currentTarget.checked);
          setLigados(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}
