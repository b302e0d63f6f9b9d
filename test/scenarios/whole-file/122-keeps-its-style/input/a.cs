using System;
class Program {
}