-- Each verification has a condition of its own now: an open one of the former name would never end.
DELETE FROM operador_aviso WHERE condicao = 'verificacao-falhou';
