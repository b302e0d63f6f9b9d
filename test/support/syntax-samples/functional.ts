import type { SyntaxSample } from './sample.ts';

export const FUNCTIONAL_SAMPLES: readonly SyntaxSample[] = [
  {
    language: 'Haskell',
    path: 'src/Totals.hs',
    text: `module Totals (total, describe) where

import qualified Data.Map as Map

data Entry = Entry
  { name :: String
  , amount :: Int
  }

total :: [Entry] -> Map.Map String Int
total entries = Map.fromListWith (+) [(name e, amount e) | e <- entries]

describe :: Entry -> String
describe entry
  | amount entry > 0 = name entry ++ ": gain"
  | otherwise = name entry ++ ": loss"

main :: IO ()
main = do
  let entries = [Entry "a" 1, Entry "b" 2]
  mapM_ (putStrLn . describe) entries
`,
    broken: ['[(name e, amount e) | e', '[(name e, amount e | e'],
    edit: ['Entry "a" 1', 'Entry "a" 3'],
  },
  {
    language: 'OCaml',
    path: 'lib/totals.ml',
    text: `open Printf

type entry = { name : string; amount : int }

let total entries =
  List.fold_left (fun sum entry -> sum + entry.amount) 0 entries

let describe entry =
  match entry.amount with
  | 0 -> "nothing"
  | n when n > 0 -> sprintf "%s: gain %d" entry.name n
  | n -> sprintf "%s: loss %d" entry.name n

let () =
  let entries = [ { name = "a"; amount = 1 }; { name = "b"; amount = 2 } ] in
  List.iter (fun entry -> print_endline (describe entry)) entries;
  printf "%d\\n" (total entries)
`,
    broken: ['sum + entry.amount) 0', 'sum + entry.amount))) 0'],
    edit: ['name = "a"', 'name = "c"'],
  },
  {
    language: 'OCaml interface',
    path: 'lib/totals.mli',
    text: `(** Totals of entries. *)

type entry = {
  name : string;
  amount : int;
}

exception Empty of string

val total : entry list -> int
(** The sum of all amounts. *)

val describe : entry -> string

module Table : sig
  type t
  val create : int -> t
  val add : t -> string -> int -> unit
end
`,
    broken: ['val total : entry list -> int', 'val total : (entry list -> int'],
    edit: ['val create : int -> t', 'val create : int -> int -> t'],
  },
  {
    language: 'Clojure',
    path: 'src/app/totals.clj',
    text: `(ns app.totals
  (:require [clojure.string :as string]))

(defrecord Entry [name amount])

(defn total [entries]
  (reduce (fn [sum entry] (+ sum (:amount entry))) 0 entries))

(defn describe
  "One line for an entry."
  [{:keys [name amount]}]
  (if (pos? amount)
    (str (string/upper-case name) ": gain")
    (str name ": loss")))

(def entries [(->Entry "a" 1) (->Entry "b" 2)])

(println {:total (total entries) :all (map describe entries)})
`,
    broken: ['(+ sum (:amount entry))) 0 entries))', '(+ sum (:amount entry))) 0 entries)))'],
    edit: ['(->Entry "a" 1)', '(->Entry "a" 3)'],
  },
  {
    language: 'Elm',
    path: 'src/Main.elm',
    text: `module Main exposing (main)

import Html exposing (Html, div, text)


type alias Entry =
    { name : String
    , amount : Int
    }


total : List Entry -> Int
total entries =
    List.foldl (\\entry sum -> sum + entry.amount) 0 entries


view : List Entry -> Html msg
view entries =
    div []
        [ text (String.fromInt (total entries))
        , text "in all"
        ]


main =
    view [ { name = "a", amount = 1 } ]
`,
    broken: ['sum + entry.amount) 0', 'sum + entry.amount))) 0'],
    edit: ['"in all"', '"altogether"'],
  },
  {
    language: 'Nix',
    path: 'nix/package.nix',
    text: `{ lib, stdenv, fetchurl, openssl ? null }:

let
  version = "1.2.3";
  names = [ "a" "b" ];
in
stdenv.mkDerivation {
  pname = "tool";
  inherit version;

  src = fetchurl {
    url = "https://example.org/tool-\${version}.tar.gz";
    sha256 = "0000000000000000000000000000000000000000000000000000";
  };

  buildInputs = lib.optional (openssl != null) openssl;

  meta = with lib; {
    description = "A tool";
    license = licenses.mit;
  };
}
`,
    broken: ['names = [ "a" "b" ];', 'names = [ "a" "b" ;'],
    edit: ['description = "A tool";', 'description = "The tool";'],
  },
];
