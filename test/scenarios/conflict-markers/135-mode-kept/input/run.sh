#!/bin/sh
echo one two
