import {
  IconCertificate,
  IconCheck,
  IconDatabaseImport,
  IconFolderDown,
  IconMailCheck,
  IconShieldCheck,
  IconUsers,
} from "@tabler/icons-react";
import { Chamada } from "../features/site/Chamada.tsx";
import { useMeta } from "../features/site/meta.ts";
import { Tela } from "../features/site/Tela.tsx";
import { nota } from "../features/site/telas.ts";
import { beneficios as textos } from "../textos/site.ts";
import { PublicFrame } from "../ui/PublicFrame.tsx";
import classes from "./SitePage.module.css";

const ICONES = [
  IconMailCheck,
  IconCertificate,
  IconShieldCheck,
  IconDatabaseImport,
  IconUsers,
  IconFolderDown,
];

/** The benefits of Malote. */
export function BeneficiosPage(): React.JSX.Element {
  useMeta("/beneficios");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{textos.titulo}</h1>
        <p>{textos.texto}</p>
      </div>
      <Tela tela={nota} alt={textos.tela} primeira />
      <div className={classes.grupos}>
        {textos.grupos.map(({ titulo, texto, fatos }, i) => {
          const Icone = ICONES[i] ?? IconMailCheck;
          return (
            <section key={titulo} className={classes.grupo}>
              <Icone size={24} stroke={1.6} aria-hidden="true" />
              <div>
                <h2>{titulo}</h2>
                <p>{texto}</p>
              </div>
              <ul className={classes.fatos}>
                {fatos.map((fato) => (
                  <li key={fato}>
                    <IconCheck size={16} stroke={2} aria-hidden="true" />
                    {fato}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <Chamada>{textos.chamada}</Chamada>
    </PublicFrame>
  );
}
